/// A text in which every scalar knows the mention that it belongs to: the naive truth about an edited draft.
struct TaggedText {
  /// The owner of a scalar that belongs to no mention.
  static let nobody = -1

  private(set) var scalars: [Unicode.Scalar] = []
  /// For each scalar the number of its mention, or `nobody`.
  private(set) var owners: [Int] = []

  init() {}

  init(_ text: String, owner: Int = nobody) {
    append(text, owner: owner)
  }

  var count: Int { scalars.count }

  var string: String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    return String(string)
  }

  func string(in range: Range<Int>) -> String {
    cut(range).string
  }

  mutating func append(_ text: String, owner: Int = nobody) {
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      owners.append(owner)
    }
  }

  /// Puts plain words in the place of a range.
  mutating func replace(_ range: Range<Int>, with text: String) {
    replace(range, with: TaggedText(text))
  }

  /// Puts a piece of text, with the mentions in it, in the place of a range.
  mutating func replace(_ range: Range<Int>, with piece: TaggedText) {
    scalars.replaceSubrange(range, with: piece.scalars)
    owners.replaceSubrange(range, with: piece.owners)
  }

  /// The text of a range with the mentions in it.
  func cut(_ range: Range<Int>) -> TaggedText {
    var piece = TaggedText()
    piece.scalars = Array(scalars[range])
    piece.owners = Array(owners[range])
    return piece
  }

  /// Makes the scalars of a mention plain ones.
  mutating func release(_ mention: Int) {
    for index in owners.indices where owners[index] == mention { owners[index] = Self.nobody }
  }

  /// The stretches that belong to one mention each, in text order.
  var mentions: [(mention: Int, range: Range<Int>)] {
    var result: [(mention: Int, range: Range<Int>)] = []
    var start = 0
    for index in owners.indices where index + 1 == count || owners[index + 1] != owners[index] {
      if owners[index] != Self.nobody { result.append((owners[index], start..<(index + 1))) }
      start = index + 1
    }
    return result
  }

  /// Counts in UTF-8 bytes what is counted in scalars.
  func utf8(_ range: Range<Int>) -> Range<Int> {
    var start = 0
    for scalar in scalars[..<range.lowerBound] { start += UTF8.width(scalar) }
    return start..<scalars[range].reduce(start) { $0 + UTF8.width($1) }
  }
}
