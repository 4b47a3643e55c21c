/// A part of a message: plain words, or words that refer to somebody or something.
public enum MessageElement: Hashable, Sendable {
  /// Plain words.
  case plainText(text: String)
  /// Words that refer to a target.
  case link(text: String, target: MentionTarget)

  /// The words, with or without a target.
  public var text: String {
    switch self {
    case .plainText(let text), .link(let text, _): text
    }
  }

  /// The target of the words; `nil` for plain text.
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
    // Collected here and not in the result's last element, where every joining would copy all earlier words.
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
