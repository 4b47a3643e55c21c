import DraftEngine
import Testing

/// A draft in notation: text, mentions as links, and an optional caret.
///
/// `"hi [@ann](user:ann)| x"` is the text `hi @ann x` with a mention of the user `ann` over `@ann` and the caret
/// right after it. Targets are `user:`, `channel:` and `url:`; a backslash escapes the next scalar. The notation is
/// parsed by scalar, so a combining mark may follow a bracket.
struct DraftNotation: Sendable {
  /// The text and the mentions.
  let document: DraftDocument
  /// The Character after the caret.
  let caret: Int?

  init(_ document: DraftDocument, caret: Int? = nil) {
    self.document = document
    self.caret = caret
  }

  /// Parses a notation; one that no draft can have is an error of the test.
  init(_ notation: String) throws(NotationError) {
    var reader = NotationReader(notation)
    let elements = try reader.elements()
    do throws(DraftError) {
      document = try DraftDocument(exactly: elements)
    } catch {
      throw .sharedCharacter(notation)
    }
    guard let offset = reader.caret else {
      caret = nil
      return
    }
    let text = document.text
    guard let index = text.utf8.index(text.startIndex, offsetBy: offset).samePosition(in: text) else {
      throw .caretInCharacter(notation)
    }
    caret = text.distance(from: text.startIndex, to: index)
  }

  /// The caret, for edits that need one.
  func requiredCaret() throws(NotationError) -> Int {
    guard let caret else { throw .noCaret(description) }
    return caret
  }
}

/// An error in a notation.
enum NotationError: Error, Hashable {
  case unfinished(String)
  case unknownTarget(String)
  case emptyMention(String)
  case twoCarets(String)
  case noCaret(String)
  /// The caret would be inside a Character.
  case caretInCharacter(String)
  /// A mention would begin or end inside a Character.
  case sharedCharacter(String)
}

extension DraftNotation: CustomStringConvertible {
  var description: String {
    var written = String.UnicodeScalarView()
    var left = caret.map { document.text.prefix($0).utf8.count }
    for element in document.elements {
      if element.target != nil {
        Self.write(caretIn: &left, before: 0, to: &written)
        written.append("[")
      }
      for scalar in element.text.unicodeScalars {
        Self.write(caretIn: &left, before: scalar.utf8.count, to: &written)
        if "\\[]|".unicodeScalars.contains(scalar) { written.append("\\") }
        written.append(scalar)
      }
      if let target = element.target {
        written.append(contentsOf: "](\(target.kindInNotation):".unicodeScalars)
        for scalar in target.idInNotation.unicodeScalars {
          if "\\)".unicodeScalars.contains(scalar) { written.append("\\") }
          written.append(scalar)
        }
        written.append(")")
      }
    }
    Self.write(caretIn: &left, before: 0, to: &written)
    return String(written)
  }

  /// Writes the caret when no bytes are left before it.
  private static func write(
    caretIn left: inout Int?, before length: Int, to written: inout String.UnicodeScalarView
  ) {
    guard let bytes = left else { return }
    if bytes == 0 { written.append("|") }
    left = bytes == 0 ? nil : bytes - length
  }
}

extension MentionTarget {
  var kindInNotation: String {
    switch self {
    case .user: "user"
    case .channel: "channel"
    case .url: "url"
    }
  }

  var idInNotation: String {
    switch self {
    case .user(let id), .channel(let id), .url(let id): id
    }
  }

  init(notation: String) throws(NotationError) {
    let parts = notation.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = parts.first, let id = parts.dropFirst().first else { throw .unknownTarget(notation) }
    switch String(kind) {
    case "user": self = .user(userId: String(id))
    case "channel": self = .channel(channelId: String(id))
    case "url": self = .url(url: String(id))
    default: throw .unknownTarget(notation)
    }
  }
}

/// Reads a draft's notation from left to right.
struct NotationReader {
  private let notation: String
  private var rest: Substring.UnicodeScalarView
  private var utf8Offset = 0
  /// The caret, in UTF-8 bytes of the text.
  private(set) var caret: Int?

  init(_ notation: String) {
    self.notation = notation
    rest = Substring(notation).unicodeScalars
  }

  mutating func elements() throws(NotationError) -> [MessageElement] {
    var elements: [MessageElement] = []
    while !rest.isEmpty {
      let plain = try words(upTo: "[")
      if !plain.isEmpty { elements.append(.plainText(text: plain)) }
      if rest.popFirst() == nil { break }
      let text = try words(upTo: "]")
      guard !text.isEmpty else { throw .emptyMention(notation) }
      guard rest.popFirst() == "]", rest.popFirst() == "(" else { throw .unfinished(notation) }
      var target = String.UnicodeScalarView()
      while let scalar = rest.first, scalar != ")" {
        if scalar == "\\" { rest.removeFirst() }
        guard let written = rest.popFirst() else { throw .unfinished(notation) }
        target.append(written)
      }
      guard rest.popFirst() == ")" else { throw .unfinished(notation) }
      elements.append(.link(text: text, target: try MentionTarget(notation: String(target))))
    }
    return elements
  }

  private mutating func words(upTo end: Unicode.Scalar) throws(NotationError) -> String {
    var words = String.UnicodeScalarView()
    while let scalar = rest.first, scalar != end {
      rest.removeFirst()
      if scalar == "|" {
        guard caret == nil else { throw .twoCarets(notation) }
        caret = utf8Offset
        continue
      }
      guard let written = scalar == "\\" ? rest.popFirst() : scalar else { throw .unfinished(notation) }
      words.append(written)
      utf8Offset += written.utf8.count
    }
    return String(words)
  }
}

/// A text with a caret, in notation: `"see |foo"` is the text `see foo` with the caret before `foo`.
struct CaretText: Hashable, Sendable, CustomStringConvertible {
  let text: String
  /// UTF-8 bytes before the caret.
  let caret: Int

  init(text: String, caret: Int) {
    self.text = text
    self.caret = caret
  }

  /// Parses by scalar, because a combining mark may follow the caret.
  init(_ notation: String) {
    let parts = notation.unicodeScalars.split(
      separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "no caret in \(notation)")
    caret = String(parts[0]).utf8.count
    text = String(String.UnicodeScalarView(parts.joined()))
  }

  /// As a Swift literal, so that a text with invisible scalars can be copied into a test.
  var description: String {
    var written = ""
    var left = caret
    for scalar in text.unicodeScalars {
      if left == 0 { written += "|" }
      left -= String(scalar).utf8.count
      written += scalar.isASCII ? scalar.escaped(asASCII: true) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(written)\(left == 0 ? "|" : "")\""
  }

  static func == (left: CaretText, right: CaretText) -> Bool {
    left.caret == right.caret && left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// A trigger case: `"(@an|"` has the trigger `"@an"`. ⟦ and ⟧ enclose a mention.
struct TriggerCase: Sendable, CustomTestStringConvertible {
  let caret: CaretText
  let mentions: [MentionSpan]
  let expected: String?
  let testDescription: String

  init(_ notation: String, _ expected: String?) {
    testDescription = notation
    self.expected = expected
    var plain = String.UnicodeScalarView()
    var start = 0
    var mentions: [MentionSpan] = []
    for scalar in notation.unicodeScalars {
      let offset = String(plain).utf8.count - (plain.contains("|") ? 1 : 0)
      switch scalar {
      case "⟦": start = offset
      case "⟧": mentions.append(MentionSpan(start..<offset, .user(userId: "ann")))
      default: plain.append(scalar)
      }
    }
    caret = CaretText(String(plain))
    self.mentions = mentions
  }

  func check() {
    let trigger = MentionTrigger.at(caret: caret.caret, in: caret.text, mentions: mentions)
    #expect(trigger.map { "\($0.kind.symbol)\($0.query)" } == expected)
    guard let trigger, let expected else { return }
    #expect(trigger.range == (caret.caret - expected.utf8.count)..<caret.caret)
    #expect(trigger.isAtStart == (trigger.range.lowerBound == 0))
  }
}
