/// A message as one string with marked links, for sending and storing only.
///
/// Plain text is written as it is; a link is `[words](pn-user://id)`, `[words](pn-channel://id)` or `[words](address)`.
///
/// | where | what is escaped |
/// |---|---|
/// | words of a link | `\` and `]` |
/// | target of a link | `\` and `)`; an address that reads like a person or a channel has one `\` in front |
/// | plain words | a `[` that would begin a link, and then the backslashes directly in front of it |
///
/// `parse(render(elements))` returns every normalised list of elements byte for byte, and both take time linear in their input,
/// even if it is hostile.
public enum MessageMarkup {
  /// The prefix of a user's target.
  static let userScheme = "pn-user://"
  /// The prefix of a channel's target.
  static let channelScheme = "pn-channel://"
}

extension MessageMarkup {
  /// Parses text from any source into normalised elements. Every text is valid.
  public static func parse(_ text: String) -> [MessageElement] {
    let bytes = Array(text.utf8)[...]
    var elements: [MessageElement] = []
    var links = LinkScanner(bytes)
    // The words read since the last link: unescaped words, then everything from `start` unchanged.
    var words: [UInt8] = []
    var start = 0
    while let link = links.next() {
      let backslashes = bytes.backslashes(before: link.open)
      let wordsEnd = link.open - (backslashes + 1) / 2
      guard backslashes.isMultiple(of: 2) else {
        words += bytes[start..<wordsEnd]
        start = link.open
        continue
      }
      appendWords(words + bytes[start..<wordsEnd], to: &elements)
      words.removeAll(keepingCapacity: true)
      elements.append(
        .link(
          text: unescaped(bytes[(link.open + 1)..<link.close], .closeBracket),
          target: target(of: bytes[(link.close + 2)..<link.end])))
      start = link.end + 1
      links.skip(link)
    }
    appendWords(words + bytes[start...], to: &elements)
    return elements
  }

  private static func appendWords(_ words: [UInt8], to elements: inout [MessageElement]) {
    if !words.isEmpty { elements.append(.plainText(text: String(decoding: words, as: UTF8.self))) }
  }

  /// Examines the bytes before unescaping, so that an escaped address is never parsed as a user.
  private static func target(of bytes: MarkupBytes) -> MentionTarget {
    func rest(after length: Int) -> String { unescaped(bytes.dropFirst(length), .closeParenthesis) }
    if bytes.starts(with: userScheme.utf8) { return .user(userId: rest(after: userScheme.utf8.count)) }
    if bytes.starts(with: channelScheme.utf8) {
      return .channel(channelId: rest(after: channelScheme.utf8.count))
    }
    return .url(url: rest(after: isGuarded(bytes) ? 1 : 0))
  }

  /// Whether the address would be parsed as a user or a channel without the backslash before it.
  private static func isGuarded(_ bytes: MarkupBytes) -> Bool {
    bytes.first == .backslash && readsLikeScheme(bytes.dropFirst())
  }

  private static func readsLikeScheme(_ address: some Sequence<UInt8>) -> Bool {
    address.starts(with: userScheme.utf8) || address.starts(with: channelScheme.utf8)
  }

  /// The bytes without the backslashes that escape another one or `delimiter`; any other backslash stays.
  private static func unescaped(_ bytes: MarkupBytes, _ delimiter: UInt8) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == .backslash, index + 1 < bytes.endIndex,
        bytes[index + 1] == .backslash || bytes[index + 1] == delimiter
      {
        index += 1
      }
      result.append(bytes[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
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
    let bytes = Array(words.utf8)[...]
    var links = LinkScanner(bytes, linkFollows: linkFollows)
    var start = 0
    while let link = links.next() {
      markup += bytes[start..<link.open]
      // Doubles the backslashes, so that they survive, and adds one for the bracket.
      markup += repeatElement(UInt8.backslash, count: bytes.backslashes(before: link.open) + 1)
      start = link.open
    }
    markup += bytes[start...]
    if linkFollows { markup += repeatElement(UInt8.backslash, count: bytes.backslashes(before: bytes.count)) }
  }

  private static func append(_ target: MentionTarget, to markup: inout [UInt8]) {
    switch target {
    case .user(let userId):
      markup += userScheme.utf8
      append(userId, escaping: .closeParenthesis, to: &markup)
    case .channel(let channelId):
      markup += channelScheme.utf8
      append(channelId, escaping: .closeParenthesis, to: &markup)
    case .url(let url):
      if readsLikeScheme(url.utf8) { markup.append(.backslash) }
      append(url, escaping: .closeParenthesis, to: &markup)
    }
  }

  private static func append(_ text: String, escaping delimiter: UInt8, to markup: inout [UInt8]) {
    for byte in text.utf8 {
      if byte == .backslash || byte == delimiter { markup.append(.backslash) }
      markup.append(byte)
    }
  }
}

/// Finds the brackets of a text that begin a link, or would without the backslash before them.
///
/// Such a bracket is a `[` whose next unescaped `]` is followed by `(` and, anywhere after that, an unescaped `)`. Backslashes
/// in plain text are escapes only before these brackets. Rendering and parsing both use this scanner, so they agree about which
/// brackets need an escape.
struct LinkScanner {
  /// The shape of a link: `[` at `open`, `](` at `close`, `)` at `end`.
  struct Link {
    let open: Int
    let close: Int
    let end: Int
  }

  private let bytes: MarkupBytes
  /// The result of an unsuccessful search: `.max`, or the end of the bytes if a link follows, whose `](` and `)` would complete a
  /// link begun here.
  private let nowhere: Int
  private var position = 0
  /// The last `]` and `)` found. They are valid for every bracket before them, which keeps the time linear for a text of only
  /// brackets.
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
          // Every bracket up to here has the same end, so it fails in the same way.
          position = close + 1
          continue
        }
        if end < close { end = bytes.firstUnescaped(.closeParenthesis, from: close + 2) ?? nowhere }
      } else {
        end = nowhere
      }
      // If this bracket has no end, no later one has.
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

/// The bytes of a text that is, or will become, markup.
///
/// Bytes, because a Character can straddle the border of two elements, whereas every markup byte is ASCII and so never part of
/// another scalar.
typealias MarkupBytes = ArraySlice<UInt8>

extension UInt8 {
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var openBracket: UInt8 { UInt8(ascii: "[") }
  static var closeBracket: UInt8 { UInt8(ascii: "]") }
  static var openParenthesis: UInt8 { UInt8(ascii: "(") }
  static var closeParenthesis: UInt8 { UInt8(ascii: ")") }
}

extension MarkupBytes {
  /// The first `byte` at or after `start`.
  func first(_ byte: UInt8, from start: Int) -> Int? {
    start < endIndex ? self[start...].firstIndex(of: byte) : nil
  }

  /// The first `byte` at or after `start` that no backslash escapes.
  func firstUnescaped(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while let found = first(byte, from: index) {
      if backslashes(before: found).isMultiple(of: 2) { return found }
      index = found + 1
    }
    return nil
  }

  /// The number of backslashes directly before `index`.
  func backslashes(before index: Int) -> Int {
    var start = index
    while start > startIndex, self[start - 1] == .backslash { start -= 1 }
    return index - start
  }
}
