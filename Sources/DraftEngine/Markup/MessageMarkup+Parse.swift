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

  /// Looks at the bytes as they were sent, so that an escaped address is never taken for a person.
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

  /// Whether the address would be a person or a channel but for the backslash in front.
  private static func isGuarded(_ bytes: MarkupBytes) -> Bool {
    guard bytes.first == .backslash else { return false }
    let address = bytes[part: 1..<bytes.count]
    return address.hasPrefix(userScheme) || address.hasPrefix(channelScheme)
  }

  /// The bytes without the backslashes that escape another one or `delimiter`; any other backslash is itself.
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
