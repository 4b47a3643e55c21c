import ChatDomain
import ChatScreens
import DraftEngine

/// Cleans text from the clipboard, an editor or the keyboard for a draft.
///
/// Line ends become `\n` and tabs stay. Control characters, which another user's terminal could interpret, are replaced by visible
/// symbols. All other characters are unchanged, even invisible ones: the screen decides how to show them.
nonisolated enum PastedText {
  static func clean(_ text: String) -> String {
    guard text.utf8.contains(where: isSuspect) else { return text }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    var followsReturn = false
    var isFirst = true
    for scalar in text.unicodeScalars {
      defer {
        followsReturn = scalar == "\r"
        isFirst = false
      }
      switch scalar {
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      case "\n": if !followsReturn { result.append("\n") }
      case "\t": result.append("\t")
      case "\u{7F}": result.append("\u{2421}")
      case "\u{80}"..."\u{9F}": result.append("\u{FFFD}")
      // At the start of a text, this is the byte order mark of a file; elsewhere, it used to be a joiner.
      case "\u{FEFF}": if !isFirst { result.append(scalar) }
      default:
        if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
          result.append(picture)
        } else {
          result.append(scalar)
        }
      }
    }
    return String(result)
  }

  /// Cleans text and puts it on one line, for a name that becomes part of a text.
  static func line(_ text: String) -> String {
    String(clean(text).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The address that a pasted text consists of; nil if it is anything else.
  static func address(in pasted: String) -> String? {
    guard pasted.utf8.count <= 4096 else { return nil }
    let words = pasted.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    let beginning = word.prefix(8).lowercased()
    return WebAddress.linkSchemes.contains { beginning.hasPrefix($0) && word.count > $0.count }
      ? String(word) : nil
  }

  /// Whether a byte may begin a character to be replaced: a control character, or one in U+0080 to U+00BF, in U+2000
  /// to U+2FFF or from U+F000 on.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x09: false
    case ..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
    default: false
    }
  }
}

/// A pasted text so long that the user is asked about it. It is already in the draft.
package nonisolated struct LongPaste: Hashable, Sendable {
  package let text: String
  /// Its place in the draft.
  let range: Range<Int>
  package let lines: Int

  /// Nil if the text is short enough to paste without asking.
  ///
  /// - Parameters:
  ///   - maxLines: the most lines that are pasted without asking; if nil, the user is never asked.
  ///   - maxBytes: the most bytes of a message.
  init?(_ text: String, at offset: Int, maxLines: Int?, maxBytes: Int) {
    guard let maxLines else { return nil }
    let newlines = text.utf8.count { $0 == 0x0A }
    lines = text.utf8.last == 0x0A ? newlines : newlines + 1
    guard lines > maxLines || text.utf8.count > maxBytes else { return nil }
    self.text = text
    range = offset..<offset + text.utf8.count
  }
}

/// A text that is too long for a message: a file with the text, and the message to send with the file.
package nonisolated struct LongText: Hashable, Sendable {
  let elements: [MessageElement]
  /// Whether the text is Markdown.
  let hasMarks: Bool
  /// The number of bytes by which the text, as it would be sent, exceeds the limit of a message.
  package let excess: Int
  private let limit: Int
  private let text: String

  /// Nil if it is short enough.
  ///
  /// - Parameter sent: the elements as they would be sent.
  init?(_ elements: [MessageElement], sent: [MessageElement], limit: Int, hasMarks: Bool) {
    excess = MessageMarkup.render(sent).utf8.count - limit
    guard excess > 0 else { return nil }
    self.elements = elements
    self.limit = limit
    self.hasMarks = hasMarks
    text = elements.map { Self.written($0, hasMarks: hasMarks) }.joined()
  }

  var fileBytes: Int { text.utf8.count }

  package var fileName: String { hasMarks ? "message.md" : "message.txt" }

  /// The whole text. Mentions become names, and links include their addresses.
  var file: InputFile {
    InputFile(
      name: fileName, type: hasMarks ? "text/markdown" : "text/plain",
      source: .bytes(Array(text.utf8)))
  }

  /// The text of the message with the file: the beginning of the long text and its mentions, because names in a file
  /// notify no one.
  var words: [MessageElement] {
    let lines = (hasMarks ? elements.words() : elements.text).split(whereSeparator: \.isNewline)
    let beginning = Excerpt.beginning(of: lines.first { !$0.allSatisfy(\.isWhitespace) } ?? "")
    var words = [
      MessageElement.plainText(text: beginning.hasSuffix("…") ? beginning : beginning + "…")
    ].literal
    var told: Set<UserID> = []
    for case .link(let name, .user(let id)) in elements where told.insert(UserID(id)).inserted {
      let more = [
        .plainText(text: told.count == 1 ? " · " : ", "),
        MessageElement.link(text: name, target: .user(userId: id)),
      ]
      guard MessageMarkup.render(words + more).utf8.count <= limit else { break }
      words += more
    }
    return words.normalised
  }

  private static func written(_ element: MessageElement, hasMarks: Bool) -> String {
    switch element {
    case .plainText(let text): text
    case .link(let text, .user): text.hasPrefix("@") ? text : "@" + text
    case .link(let text, .channel): text.hasPrefix("#") ? text : "#" + text
    case .link(let text, .url(let address)):
      text == address ? text : hasMarks ? "[\(text)](\(address))" : "\(text) (\(address))"
    }
  }
}
