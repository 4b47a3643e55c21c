/// Finds the ends of addresses in text and in the parentheses of a link.
enum AddressScanner {
  /// Longer addresses are not links.
  static let longest = 2_048

  /// The end of an address that begins here, without trailing punctuation of the sentence; nil if there is none.
  static func end(ofAddressAt place: Int, in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    let prefix: Int
    if bytes.has("https://", at: place, before: end) {
      prefix = 8
    } else if bytes.has("http://", at: place, before: end) {
      prefix = 7
    } else {
      return nil
    }
    if place > start, case .letter = Neighbour(before: place, in: bytes, from: start) { return nil }
    var last = place + prefix
    var open = 0
    while last < end, !endsAddress(bytes[last]) {
      if bytes[last] == UInt8(ascii: "|"), last + 1 < end, bytes[last + 1] == UInt8(ascii: "|") { break }
      if bytes[last] == UInt8(ascii: "(") { open += 1 }
      if bytes[last] == UInt8(ascii: ")") {
        // An unmatched closing parenthesis belongs to the sentence.
        if open == 0 { break }
        open -= 1
      }
      last += 1
    }
    while last > place + prefix, ".,)!?:*_~;'".utf8.contains(bytes[last - 1]) {
      if bytes[last - 1] == UInt8(ascii: ")"), open == 0 { break }
      last -= 1
    }
    return last > place + prefix ? last : nil
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x7F, 0xFF: true
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// The range of the address in `<…>`; nil if no address follows the bracket, or the bracket is not closed.
  static func bracketed(at place: Int, in bytes: [UInt8], to end: Int) -> Range<Int>? {
    guard bytes.has("<http://", at: place, before: end) || bytes.has("<https://", at: place, before: end)
    else { return nil }
    var last = place + 1
    while last < end, last - place <= longest {
      if bytes[last] == UInt8(ascii: ">") { return place + 1..<last }
      if bytes[last] <= 0x20 || bytes[last] == UInt8(ascii: "<") || bytes[last] == 0xFF { return nil }
      last += 1
    }
    return nil
  }

  /// The range of the address in `(…)`, with balanced parentheses; nil if there is no supported address.
  ///
  /// - Parameter place: the position of the opening parenthesis.
  static func linked(at place: Int, in bytes: [UInt8], to end: Int) -> Range<Int>? {
    guard place < end, bytes[place] == UInt8(ascii: "("),
      schemes.contains(where: { bytes.has($0, at: place + 1, before: end) })
    else { return nil }
    var last = place + 1
    var open = 0
    while last < end, last - place <= longest {
      switch bytes[last] {
      case ...0x20, 0x7F, 0xFF, UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
      case UInt8(ascii: "("):
        open += 1
        if open > 32 { return nil }
      case UInt8(ascii: ")"):
        if open == 0 { return place + 1..<last }
        open -= 1
      default: break
      }
      last += 1
    }
    return nil
  }

  /// Links with other schemes, or with none, are plain text: `list[0](next)`.
  private static let schemes: [StaticString] = [
    "https://", "http://", "mailto:", "matrix:", "ftp://", "magnet:",
  ]
}

/// Detects link texts that hide where the link leads.
public enum LinkWords {
  /// Whether the text contains a word that looks like an address, but not the link's address.
  ///
  /// - Parameters:
  ///   - address: the link's address.
  ///   - words: the link's text.
  public static func hide(_ address: String, _ words: String) -> Bool {
    guard words.utf8.contains(UInt8(ascii: ".")) || words.utf8.contains(UInt8(ascii: ":")) else {
      return false
    }
    let target = withoutScheme(Array(address.utf8))
    let host = target.prefix { !isEndOfHost($0) }
    return Array(words.utf8).split(whereSeparator: { $0 <= 0x20 }).contains { word in
      guard looksLikeAddress(word) else { return false }
      let named = withoutScheme(Array(word))
      return !named.elementsEqual(target) && !named.elementsEqual(host)
    }
  }

  /// The address without the parts that people omit: the scheme, `www.`, a trailing slash, and punctuation of the sentence.
  private static func withoutScheme(_ address: [UInt8]) -> ArraySlice<UInt8> {
    var rest = address.map(\.lowercased)[...]
    while let first = rest.first, "([{<\"'*_".utf8.contains(first) { rest.removeFirst() }
    for prefix in ["https://", "http://", "mailto:", "www."] where rest.starts(with: prefix.utf8) {
      rest = rest.dropFirst(prefix.utf8.count)
    }
    while let last = rest.last, "/.,;:!?)]}>\"'*_".utf8.contains(last) { rest.removeLast() }
    return rest
  }

  private static func isEndOfHost(_ byte: UInt8) -> Bool { "/?#:".utf8.contains(byte) }

  /// Whether a word has a scheme, or looks like a host name: its last dot is followed by at least two letters.
  private static func looksLikeAddress(_ word: ArraySlice<UInt8>) -> Bool {
    let colon = word.firstIndex(of: UInt8(ascii: ":"))
    if let colon, word[colon...].starts(with: "://".utf8) { return true }
    let host = withoutScheme(Array(word)).prefix { !isEndOfHost($0) }
    guard let dot = host.lastIndex(of: UInt8(ascii: ".")), dot > host.startIndex else { return false }
    let last = host[(dot + 1)...]
    // Letters of other scripts count too.
    return last.count >= 2 && last.allSatisfy { $0.isLetter || $0 >= 0x80 || $0 == UInt8(ascii: "-") }
  }
}
