extension MessageMarkup {
  /// The markup for the elements. A list that is not normalised is written as if it were.
  public static func render(_ elements: [MessageElement]) -> String {
    var markup: [UInt8] = []
    // A good guess: room for every word, and for the brackets, the scheme and the id of every element.
    markup.reserveCapacity(elements.reduce(0) { $0 + $1.text.utf8.count + 32 })
    // Neighbouring plain words are written as one, because together they may look like a link.
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
