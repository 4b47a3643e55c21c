/// An old word and the new one it became, by their places.
struct TokenPair {
  var old: Int
  var new: Int
}

/// The words of a stretch that occur on both sides.
struct SharedTokens {
  var old: [Int] = []
  var new: [Int] = []
}

/// Counts the words of a stretch on both sides.
struct Occurrences {
  private var oldCounts: [Int32]
  private var newCounts: [Int32]
  private var newPlaces: [Int32]

  init(vocabularySize: Int) {
    oldCounts = Array(repeating: 0, count: vocabularySize)
    newCounts = oldCounts
    newPlaces = oldCounts
  }

  mutating func shared(in range: ChangedRange, old: Tokens, new: Tokens) -> SharedTokens {
    count(range, old, new)
    var result = SharedTokens()
    for index in range.old where newCounts[Int(old.numbers[index])] > 0 { result.old.append(index) }
    for index in range.new where oldCounts[Int(new.numbers[index])] > 0 { result.new.append(index) }
    forget(range, old, new)
    return result
  }

  /// The words that occur exactly once on each side, in the order of the old text.
  mutating func unique(in range: ChangedRange, old: Tokens, new: Tokens) -> [TokenPair] {
    count(range, old, new)
    var result: [TokenPair] = []
    for index in range.old {
      let number = Int(old.numbers[index])
      if oldCounts[number] == 1, newCounts[number] == 1 {
        result.append(TokenPair(old: index, new: Int(newPlaces[number])))
      }
    }
    forget(range, old, new)
    return result
  }

  private mutating func count(_ range: ChangedRange, _ old: Tokens, _ new: Tokens) {
    for index in range.old { oldCounts[Int(old.numbers[index])] += 1 }
    for index in range.new {
      newCounts[Int(new.numbers[index])] += 1
      newPlaces[Int(new.numbers[index])] = Int32(index)
    }
  }

  private mutating func forget(_ range: ChangedRange, _ old: Tokens, _ new: Tokens) {
    for index in range.old { oldCounts[Int(old.numbers[index])] = 0 }
    for index in range.new { newCounts[Int(new.numbers[index])] = 0 }
  }
}

extension [TokenPair] {
  /// The longest subsequence of pairs whose new places ascend too; the old places already do.
  var longestAscending: [TokenPair] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let place = tails.partitioningIndex { self[$0].new >= self[index].new }
      if place > 0 { previous[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
    }
    var result: [TokenPair] = []
    var index = tails.last ?? -1
    while index >= 0 {
      result.append(self[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
