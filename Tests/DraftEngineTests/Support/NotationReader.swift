import DraftEngine

/// Reads a draft's notation from left to right.
struct NotationReader {
  private let notation: String
  private var rest: Substring.UnicodeScalarView
  private var utf8Offset = 0
  /// Where the caret was found, in UTF-8 bytes of the text.
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
