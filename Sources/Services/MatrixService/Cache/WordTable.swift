import ChatDomain
import SQLite

/// The words by which messages are found.
struct WordTable {
  let cache: MatrixCache

  /// Replaces the words by which a cached message is found. An empty text makes it unfindable.
  func setText(of id: MessageID, in room: ChannelID, to text: String) throws(CacheFault) {
    guard let room = try cache.number(of: room) else { return }
    let number = try cache.connection.first(
      "SELECT number FROM event WHERE room = ? AND id = ?", .integer(room), .id(id)
    ) { $0.integer(0) }
    guard let number else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.connection.run("DELETE FROM words WHERE rowid = ?", .integer(number))
      try add(text, at: number)
    }
  }

  /// The `FROM` and `WHERE` clauses for events that may contain the words. Without SQLite's index, all texts are read.
  func candidates(for words: SearchTerms) -> (source: String, values: [Value]) {
    let source = "words CROSS JOIN event ON event.number = words.rowid WHERE"
    guard cache.hasFullText, let question = words.matchExpression else { return ("\(source) TRUE", []) }
    return ("\(source) words MATCH CAST(? AS TEXT)", [question])
  }

  /// - Parameter number: the number of an event without words.
  func add(_ text: String, at number: Int64) throws(CacheFault) {
    guard !text.isEmpty else { return }
    try cache.connection.run(Self.insertion, .integer(number), .bytes(IndexedText(text).bytes))
  }

  private static let insertion = Query("INSERT INTO words (rowid, text) VALUES (?, CAST(? AS TEXT))")
}

/// The words of a search. A text matches if each word occurs in it at the start of a word.
///
/// InMemoryService also finds parts of words, which no word index can. Symbols are found anywhere.
struct SearchTerms {
  private let words: [FoldedText]

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let bytes = IndexedText(String(word)).bytes
      let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == 0x1F }
      guard let start = bytes.firstIndex(where: { !isEnd($0) }),
        let end = bytes.lastIndex(where: { !isEnd($0) })
      else { return nil }
      return FoldedText(folded: bytes[start...end])
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The query for the index; nil if none of the words can be looked up. It matches the beginnings of words, so each result must be
  /// checked.
  var matchExpression: Value? {
    var parts: [ArraySlice<UInt8>] = []
    for word in words {
      for part in IndexedText(bytes: word.bytes).words where !parts.contains(part) { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    let asked = parts.prefix(Self.mostParts).map { part in
      Array("\"".utf8) + part.prefix(Self.longestPart) + Array("\"*".utf8)
    }
    return .bytes(Array(asked.joined(separator: Array(" AND ".utf8))))
  }

  func match(_ text: IndexedText) -> Bool {
    let folded = FoldedText(folded: text.bytes)
    return words.allSatisfy { word in
      let isWord = word.bytes.first.map { !FoldedText.separatesIndexedWords($0) } ?? false
      return folded.occurrences(of: word).contains { place in
        !isWord || place == 0 || FoldedText.separatesIndexedWords(text.bytes[place - 1])
      }
    }
  }

  /// More parts would only slow the query down: each result is compared with all words.
  private static let mostParts = 16
  /// In bytes. The index's own limit is far higher.
  private static let longestPart = 256
}

/// A text in its indexed form: folded for case and accents, with its words separated.
///
/// The index treats ASCII letters, digits and everything beyond ASCII as parts of words. So separators beyond ASCII
/// become blanks, and characters that are words by themselves (symbols, and scripts without blanks) are separated by
/// a mark that no text contains.
struct IndexedText: Hashable {
  let bytes: [UInt8]

  private static let blank = UInt8(ascii: " ")
  private static let mark: UInt8 = 0x1F

  init(_ text: String) {
    if let plain = Self.folded(ascii: text) {
      bytes = plain
      return
    }
    let folded = TextFolding.fold(text)
    if let plain = Self.folded(ascii: folded) {
      bytes = plain
      return
    }
    var bytes: [UInt8] = []
    var last = Part.separator
    for scalar in folded.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      let part = Part(scalar)
      if part == .word, last == .word || last == .letter { bytes.append(Self.mark) }
      if part == .letter, last == .word { bytes.append(Self.mark) }
      last = part
      if scalar.isASCII {
        bytes.append(scalar.value < 0x20 || scalar.value == 0x7F ? Self.blank : UInt8(scalar.value))
      } else if part == .separator {
        bytes.append(Self.blank)
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    self.bytes = bytes
  }

  /// The folded bytes of an ASCII text, as most are; nil for any other text.
  private static func folded(ascii text: String) -> [UInt8]? {
    let bytes = text.utf8Span.span
    var isASCII = true
    let folded = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      for index in bytes.indices {
        let byte = bytes[index]
        isASCII = isASCII && byte < 0x80
        let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        buffer.initializeElement(at: index, to: letter < 0x20 || letter == 0x7F ? Self.blank : letter)
      }
      count = bytes.count
    }
    return isASCII ? folded : nil
  }

  /// - Parameter bytes: of an indexed text.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The words between separators.
  var words: [ArraySlice<UInt8>] { bytes.split(whereSeparator: FoldedText.separatesIndexedWords) }

  /// The role of a scalar in a text.
  private enum Part {
    case separator, letter
    /// A character that is a word by itself.
    case word

    init(_ scalar: Unicode.Scalar) {
      guard !scalar.isASCII else {
        self = FoldedText.separatesIndexedWords(UInt8(scalar.value)) ? .separator : .letter
        return
      }
      self =
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation, .dashPunctuation,
          .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
          .control, .format, .surrogate, .unassigned:
          .separator
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .word
        default: Self.scriptsWithoutBlanks.contains { $0.contains(scalar.value) } ? .word : .letter
        }
    }

    /// Thai, Lao, Burmese and Khmer; kana, bopomofo and Chinese characters.
    private static let scriptsWithoutBlanks: [ClosedRange<UInt32>] = [
      0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x312F, 0x31A0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF,
    ]
  }
}

extension FoldedText {
  /// Whether a byte separates words in the index.
  static func separatesIndexedWords(_ byte: UInt8) -> Bool { byte < 0x80 && separatesWords(byte) }
}
