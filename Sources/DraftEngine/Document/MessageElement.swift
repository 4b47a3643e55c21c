/// A stretch of a message: words, or words that point at somebody or something.
public enum MessageElement: Hashable, Sendable {
  /// Words and nothing more.
  case plainText(text: String)
  /// Words that stand for a target.
  case link(text: String, target: MentionTarget)

  /// The words, whatever they point at.
  public var text: String {
    switch self {
    case .plainText(let text), .link(let text, _): text
    }
  }

  /// What the words point at; `nil` for plain text.
  public var target: MentionTarget? {
    switch self {
    case .plainText: nil
    case .link(_, let target): target
    }
  }
}

extension [MessageElement] {
  /// The same message without empty plain texts and with neighbouring plain texts joined.
  public var normalised: [MessageElement] {
    var result: [MessageElement] = []
    // Gathered here and not in the result's last element, where every joining would copy all the words before.
    var words = ""
    for element in self {
      if case .plainText(let text) = element {
        words += text
        continue
      }
      if !words.isEmpty { result.append(.plainText(text: words)) }
      words = ""
      result.append(element)
    }
    if !words.isEmpty { result.append(.plainText(text: words)) }
    return result
  }

  /// All words in order, as a reader sees them.
  public var text: String {
    reduce(into: "") { $0 += $1.text }
  }
}

extension MessageElement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .plainText(let text): "plainText(\(text.debugDescription))"
    case .link(let text, let target): "link(\(text.debugDescription), \(target))"
    }
  }
}
