/// A message as one line of text, for sending and storing only.
///
/// Words are written as they are; a link is `[words](pn-user://id)`, `[words](pn-channel://id)` or `[words](address)`.
///
/// | where | what is escaped |
/// |---|---|
/// | words of a link | `\` and `]` |
/// | target of a link | `\` and `)`; an address that reads like a person or a channel has one `\` in front |
/// | plain words | a `[` that would begin a link, and then the backslashes directly in front of it |
///
/// `parse(render(elements))` gives back every normalised list of elements byte for byte, and both take time in
/// proportion to their input, even if it is hostile.
public enum MessageMarkup {
  /// The prefix of a user's target.
  static var userScheme: StaticString { "pn-user://" }
  /// The prefix of a channel's target.
  static var channelScheme: StaticString { "pn-channel://" }
}

extension MessageMarkup {
  /// Parses text from any source into normalised elements. Every text is valid.
  public static func parse(_ text: String) -> [MessageElement] {
    var text = text
    return text.withUTF8(elements)
  }

  private static func elements(of bytes: MarkupBytes) -> [MessageElement] {
    var elements: [MessageElement] = []
    var links = LinkScanner(bytes)
    // The words read since the last link: unescaped words, then everything from `start` unchanged.
    var words: [UInt8] = []
    var start = 0
    while let link = links.next() {
      let backslashes = bytes.backslashes(before: link.open)
      let wordsEnd = link.open - (backslashes + 1) / 2
      guard backslashes.isMultiple(of: 2) else {
        words.append(contentsOf: bytes[part: start..<wordsEnd])
        start = link.open
        continue
      }
      appendWords(words, then: bytes[part: start..<wordsEnd], to: &elements)
      words.removeAll(keepingCapacity: true)
      elements.append(
        .link(
          text: unescaped(bytes[part: (link.open + 1)..<link.close], .closeBracket),
          target: target(of: bytes[part: (link.close + 2)..<link.end])))
      start = link.end + 1
      links.skip(link)
    }
    appendWords(words, then: bytes[part: start..<bytes.count], to: &elements)
    return elements
  }

  private static func appendWords(
    _ words: [UInt8], then rest: MarkupBytes, to elements: inout [MessageElement]
  ) {
    if words.isEmpty {
      guard !rest.isEmpty else { return }
      elements.append(.plainText(text: String(decoding: rest, as: UTF8.self)))
    } else {
      elements.append(.plainText(text: String(decoding: words + rest, as: UTF8.self)))
    }
  }

  /// Examines the bytes before unescaping, so that an escaped address is never taken for a user.
  private static func target(of bytes: MarkupBytes) -> MentionTarget {
    func rest(behind length: Int) -> String {
      unescaped(bytes[part: length..<bytes.count], .closeParenthesis)
    }
    if bytes.hasPrefix(userScheme) { return .user(userId: rest(behind: userScheme.utf8CodeUnitCount)) }
    if bytes.hasPrefix(channelScheme) {
      return .channel(channelId: rest(behind: channelScheme.utf8CodeUnitCount))
    }
    return .url(url: rest(behind: isGuarded(bytes) ? 1 : 0))
  }

  /// Whether the address would be a user or a channel without the backslash before it.
  private static func isGuarded(_ bytes: MarkupBytes) -> Bool {
    guard bytes.first == .backslash else { return false }
    let address = bytes[part: 1..<bytes.count]
    return address.hasPrefix(userScheme) || address.hasPrefix(channelScheme)
  }

  /// The bytes without the backslashes that escape another one or `delimiter`; any other backslash stays.
  private static func unescaped(_ bytes: MarkupBytes, _ delimiter: UInt8) -> String {
    guard bytes.contains(.backslash) else { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count) { result in
      var length = 0
      var index = 0
      while index < bytes.count {
        if bytes[index] == .backslash, index + 1 < bytes.count,
          bytes[index + 1] == .backslash || bytes[index + 1] == delimiter
        {
          index += 1
        }
        result[length] = bytes[index]
        length += 1
        index += 1
      }
      return length
    }
  }
}

extension MessageMarkup {
  /// The markup for the elements. A list that is not normalised is written as if it were.
  public static func render(_ elements: [MessageElement]) -> String {
    var markup: [UInt8] = []
    // A good estimate: room for all text, and for the brackets, the scheme and the id of every element.
    markup.reserveCapacity(elements.reduce(0) { $0 + $1.text.utf8.count + 32 })
    // Adjacent plain texts are written as one, because together they may look like a link.
    var words = ""
    for element in elements {
      switch element {
      case .plainText(let text):
        words += text
      case .link(let text, let target):
        append(words: words, linkFollows: true, to: &markup)
        words = ""
        markup.append(.openBracket)
        append(text, escaping: .closeBracket, to: &markup)
        markup.append(.closeBracket)
        markup.append(.openParenthesis)
        append(target, to: &markup)
        markup.append(.closeParenthesis)
      }
    }
    append(words: words, linkFollows: false, to: &markup)
    return String(decoding: markup, as: UTF8.self)
  }

  private static func append(words: String, linkFollows: Bool, to markup: inout [UInt8]) {
    var words = words
    words.withUTF8 { bytes in
      var links = LinkScanner(bytes, linkFollows: linkFollows)
      var start = 0
      while let link = links.next() {
        markup.append(contentsOf: bytes[part: start..<link.open])
        // Twice as many backslashes, so that they survive, and one more for the bracket.
        markup.append(repeating: .backslash, count: bytes.backslashes(before: link.open) + 1)
        start = link.open
      }
      markup.append(contentsOf: bytes[part: start..<bytes.count])
      if linkFollows { markup.append(repeating: .backslash, count: bytes.backslashes(before: bytes.count)) }
    }
  }

  private static func append(_ target: MentionTarget, to markup: inout [UInt8]) {
    switch target {
    case .user(let userId):
      markup.append(userScheme)
      append(userId, escaping: .closeParenthesis, to: &markup)
    case .channel(let channelId):
      markup.append(channelScheme)
      append(channelId, escaping: .closeParenthesis, to: &markup)
    case .url(var url):
      if url.withUTF8({ $0.hasPrefix(userScheme) || $0.hasPrefix(channelScheme) }) {
        markup.append(.backslash)
      }
      append(url, escaping: .closeParenthesis, to: &markup)
    }
  }

  private static func append(_ text: String, escaping delimiter: UInt8, to markup: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices where bytes[index] == .backslash || bytes[index] == delimiter {
        markup.append(contentsOf: bytes[part: start..<index])
        markup.append(.backslash)
        start = index
      }
      markup.append(contentsOf: bytes[part: start..<bytes.count])
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(repeating byte: UInt8, count: Int) {
    for _ in 0..<count { append(byte) }
  }

  fileprivate mutating func append(_ text: StaticString) {
    append(contentsOf: MarkupBytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// Finds the brackets of a text that begin a link, or would without the backslash before them.
///
/// Such a bracket is a `[` whose next unescaped `]` is followed by `(` and, anywhere after that, an unescaped `)`. Only
/// before these do backslashes mean anything in plain words. Rendering and parsing both use this scanner, so they
/// cannot disagree about which brackets need an escape.
struct LinkScanner {
  /// The shape of a link: `[` at `open`, `](` at `close`, `)` at `end`.
  struct Link {
    let open: Int
    let close: Int
    let end: Int
  }

  private let bytes: MarkupBytes
  /// The result of a search that found nothing: the end of the text, or the border to a link that follows, whose own
  /// `](` and `)` would complete a link begun here.
  private let nowhere: Int
  private var position = 0
  /// The last `]` and `)` found. They are valid for every bracket before them, which keeps a text of nothing but
  /// brackets linear.
  private var close = -1
  private var end = -1

  /// - Parameter linkFollows: whether the bytes are plain words with a link directly after them.
  init(_ bytes: MarkupBytes, linkFollows: Bool = false) {
    self.bytes = bytes
    nowhere = linkFollows ? bytes.count : .max
  }

  /// The next bracket that looks like a link, escaped or not.
  mutating func next() -> Link? {
    while let open = bytes.first(.openBracket, from: position) {
      if close < open { close = bytes.firstUnescaped(.closeBracket, from: open + 1) ?? nowhere }
      if close < bytes.count {
        guard close + 1 < bytes.count, bytes[close + 1] == .openParenthesis else {
          // Every bracket up to here has the same end, so it fails like this one.
          position = close + 1
          continue
        }
        if end < close { end = bytes.firstUnescaped(.closeParenthesis, from: close + 2) ?? nowhere }
      } else {
        end = nowhere
      }
      // No later bracket can find what this one did not.
      if end == .max { return nil }
      position = open + 1
      return Link(open: open, close: close, end: end)
    }
    return nil
  }

  /// Continues after an accepted link.
  mutating func skip(_ link: Link) {
    position = link.end + 1
  }
}
