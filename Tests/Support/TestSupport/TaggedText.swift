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

/// How a person sees the text: words, mentions and sentences.
extension TaggedText {
  /// A word or a mention.
  struct Unit {
    var range: Range<Int>
    /// The mention, or `nobody` for a plain word.
    var owner: Int

    var isPlain: Bool { owner == TaggedText.nobody }
  }

  /// The words and mentions in order. What is glued to a mention, as the `'s` behind a name, is none of them.
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

  /// The sentences in order, each with its closing punctuation and without the space around it.
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

  /// Whether no mention stands in the range.
  func isPlain(_ range: Range<Int>) -> Bool {
    owners[range].allSatisfy { $0 == Self.nobody }
  }

  func isMention(_ index: Int) -> Bool {
    owners.indices.contains(index) && owners[index] != Self.nobody
  }

  func scalar(at index: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index) ? scalars[index] : nil
  }

  /// Whether the sentence of a word begins with it.
  func beginsSentence(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, scalars[before] == " " { before -= 1 }
    return before < 0 || scalars[before] == "\n" || (scalars[before].endsSentence && before + 1 < index)
  }

  /// Gives the plain word at a position a capital, or takes it.
  mutating func capitalise(at index: Int, _ capital: Bool = true) {
    guard index < count, owners[index] == Self.nobody else { return }
    let letter = String(scalars[index])
    replace(index..<(index + 1), with: capital ? letter.uppercased() : letter.lowercased())
  }
}

extension Unicode.Scalar {
  /// Whether it can be part of a word.
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
