/// A text that stores the mention of each scalar: the naive model of an edited draft.
struct TaggedText {
  /// The owner of a scalar outside all mentions.
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

  /// Replaces a range with plain text.
  mutating func replace(_ range: Range<Int>, with text: String) {
    replace(range, with: TaggedText(text))
  }

  /// Replaces a range with a piece of text, including its mentions.
  mutating func replace(_ range: Range<Int>, with piece: TaggedText) {
    scalars.replaceSubrange(range, with: piece.scalars)
    owners.replaceSubrange(range, with: piece.owners)
  }

  /// The text of a range, including its mentions.
  func cut(_ range: Range<Int>) -> TaggedText {
    var piece = TaggedText()
    piece.scalars = Array(scalars[range])
    piece.owners = Array(owners[range])
    return piece
  }

  /// Turns a mention into plain text.
  mutating func release(_ mention: Int) {
    for index in owners.indices where owners[index] == mention { owners[index] = Self.nobody }
  }

  /// The ranges of the mentions, in text order.
  var mentions: [(mention: Int, range: Range<Int>)] {
    var result: [(mention: Int, range: Range<Int>)] = []
    var start = 0
    for index in owners.indices where index + 1 == count || owners[index + 1] != owners[index] {
      if owners[index] != Self.nobody { result.append((owners[index], start..<(index + 1))) }
      start = index + 1
    }
    return result
  }

  /// Converts a range of scalars to a range of UTF-8 bytes.
  func utf8(_ range: Range<Int>) -> Range<Int> {
    var start = 0
    for scalar in scalars[..<range.lowerBound] { start += UTF8.width(scalar) }
    return start..<scalars[range].reduce(start) { $0 + UTF8.width($1) }
  }
}

/// The text as words, mentions and sentences.
extension TaggedText {
  /// A word or a mention.
  struct Unit {
    var range: Range<Int>
    /// The mention, or `nobody` for a plain word.
    var owner: Int

    var isPlain: Bool { owner == TaggedText.nobody }
  }

  /// The words and mentions in order, without suffixes attached to a mention, such as `'s`.
  var units: [Unit] {
    var result: [Unit] = []
    var start = 0
    while start < count {
      let owner = owners[start]
      guard owner != Self.nobody || scalars[start].isWord else {
        start += 1
        continue
      }
      var end = start + 1
      while end < count, owners[end] == owner, owner != Self.nobody || scalars[end].isWord { end += 1 }
      if owner != Self.nobody || (!isMention(start - 1) && !isMention(end)) {
        result.append(Unit(range: start..<end, owner: owner))
      }
      start = end
    }
    return result
  }

  /// The sentences in order, each with its closing punctuation and without surrounding space.
  var sentences: [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    var end = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar == "\n" {
        if let first = start { result.append(first..<end) }
        start = nil
      } else if scalar != " " {
        if start == nil { start = index }
        end = index + 1
        if let first = start, scalar.endsSentence, !isMention(index), end == count || scalars[end] == " " {
          result.append(first..<end)
          start = nil
        }
      }
    }
    if let first = start { result.append(first..<end) }
    return result
  }

  /// Whether the range contains no mention.
  func isPlain(_ range: Range<Int>) -> Bool {
    owners[range].allSatisfy { $0 == Self.nobody }
  }

  func isMention(_ index: Int) -> Bool {
    owners.indices.contains(index) && owners[index] != Self.nobody
  }

  func scalar(at index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  /// Whether a word begins its sentence.
  func beginsSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, scalars[before] == " " { before -= 1 }
    return before < 0 || scalars[before] == "\n" || (scalars[before].endsSentence && before + 1 < index)
  }

  /// Capitalises the plain word at a position, or makes it lower case.
  mutating func capitalise(at index: Int, _ capital: Bool = true) {
    guard index < count, owners[index] == Self.nobody else { return }
    let letter = String(scalars[index])
    replace(index..<(index + 1), with: capital ? letter.uppercased() : letter.lowercased())
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can be part of a word.
  var isWord: Bool {
    isLetterOrDigit || self == "'" || self == "-" || self == "_" || self == "@" || self == "#"
  }

  var isLetterOrDigit: Bool {
    isASCII
      ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
      : properties.isAlphabetic
  }

  var endsSentence: Bool { self == "." || self == "!" || self == "?" }
}
