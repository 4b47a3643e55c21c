import ChatDomain
import ChatScreens
import DraftEngine

/// A text that is too long for a message, as a file and the words that go with it.
nonisolated struct LongText: Hashable, Sendable {
  let elements: [MessageElement]
  /// Whether it has marks that say how it looks.
  let hasMarks: Bool
  /// How much longer it is than a message, as it would be sent.
  let excess: Int
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

  /// How long the file is.
  var fileBytes: Int { text.utf8.count }

  var fileName: String { hasMarks ? "message.md" : "message.txt" }

  /// All of it. Mentions are names in it, and links have their addresses.
  var file: InputFile {
    InputFile(
      name: fileName, type: hasMarks ? "text/markdown" : "text/plain",
      source: .bytes(Array(text.utf8)))
  }

  /// What the message says beside its file: how the text begins, and whom it mentions, because nobody is told of names
  /// in a file.
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
