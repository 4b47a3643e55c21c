/// Addresses that a terminal may be given to open.
enum WebAddress {
  /// Whether it is of a kind that a browser or a mail program opens, and of printable ASCII: anything else could end
  /// the escape sequence it stands in, or look like another address.
  static func isHarmless(_ address: String) -> Bool {
    guard schemes.contains(where: { address.utf8.starts(with: $0.utf8) }) else { return false }
    return address.utf8.count <= most && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  private static let schemes = ["https://", "http://", "mailto:", "ftp://", "gemini://"]
  private static let most = 2_000
}
