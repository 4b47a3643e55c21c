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

  /// Whether a word has a scheme, or letters, a dot and at least two more letters where a host name would end.
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
