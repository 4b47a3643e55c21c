/// A part of a message: plain text, or text with a target.
public enum MessageElement: Hashable, Sendable {
  /// Plain text.
  case plainText(text: String)
  /// Text with a target.
  case link(text: String, target: MentionTarget)

  /// The text, with or without a target.
  public var text: String {
    switch self {
    case .plainText(let text), .link(let text, _): text
    }
  }

  /// The target of the text; `nil` for plain text.
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
    // Collected here and not in the result's last element, where each append would copy all earlier text.
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

  /// The text of all elements in order, as a reader sees it.
  public var text: String {
    // Most messages have no mention, and every keystroke reads the text of all elements.
    count == 1 ? self[startIndex].text : reduce(into: "") { $0 += $1.text }
  }
}

extension [MessageElement] {
  /// The byte ranges of the links, in the whole text.
  package var linkRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for element in self {
      let end = start + element.text.utf8.count
      if element.target != nil { ranges.append(start..<end) }
      start = end
    }
    return ranges
  }

  /// Elements with the same targets and another text.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - ranges: the range of each link's text in `bytes`, in order.
  package func moved(to bytes: [UInt8], _ ranges: [Range<Int>]) -> [MessageElement] {
    var elements: [MessageElement] = []
    var place = 0
    for (target, range) in zip(compactMap(\.target), ranges) {
      elements.append(.plainText(text: String(decoding: bytes[place..<range.lowerBound], as: UTF8.self)))
      elements.append(.link(text: String(decoding: bytes[range], as: UTF8.self), target: target))
      place = range.upperBound
    }
    elements.append(.plainText(text: String(decoding: bytes[place...], as: UTF8.self)))
    return elements.normalised
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
