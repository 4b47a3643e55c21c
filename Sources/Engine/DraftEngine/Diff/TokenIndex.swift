/// The places of each word.
struct TokenIndex {
  private var first: [Int32]
  private var next: [Int32]

  init(_ tokens: Tokens, vocabularySize: Int) {
    first = Array(repeating: -1, count: vocabularySize)
    next = Array(repeating: -1, count: tokens.count)
    for index in tokens.starts.indices.reversed() {
      next[index] = first[Int(tokens.numbers[index])]
      first[Int(tokens.numbers[index])] = Int32(index)
    }
  }

  /// The places of a word in text order.
  func places(of number: Int32, limit: Int) -> [Int] {
    var result: [Int] = []
    var place = first[Int(number)]
    while place >= 0, result.count < limit {
      result.append(Int(place))
      place = next[Int(place)]
    }
    return result
  }
}
