/// Addresses that may be passed to another program.
public enum WebAddress {
  /// The prefixes of addresses that are recognised in plain text.
  package static let webSchemes = ["https://", "http://"]
  /// The prefixes of addresses that make a link when pasted over words.
  package static let linkSchemes = webSchemes + ["mailto:"]
  private static let schemes = linkSchemes + ["ftp://", "gemini://"]
  private static let most = 2_000

  /// Whether it is of a kind that a browser or a mail program opens, and has no invisible characters. Other addresses
  /// that people may send could start programs, or show files of this computer.
  public static func isHarmless(_ address: String) -> Bool {
    guard schemes.contains(where: { address.utf8.starts(with: $0.utf8) }), address.utf8.count <= most else {
      return false
    }
    return address.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: false
      default: true
      }
    }
  }

  /// Whether it is also safe in an escape sequence: printable ASCII can neither end the sequence nor look like another
  /// address.
  static func isPrintable(_ address: String) -> Bool {
    isHarmless(address) && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
