/// Addresses that another program may be given to open.
public enum WebAddress {
  /// How addresses begin that are found in plain text.
  package static let webSchemes = ["https://", "http://"]
  /// How those begin that make a link of the words they are pasted over.
  package static let linkSchemes = webSchemes + ["mailto:"]
  private static let schemes = linkSchemes + ["ftp://", "gemini://"]
  private static let most = 2_000

  /// Whether it is of a kind that a browser or a mail program opens, without anything that cannot be seen in it. What
  /// else others may send could start programs, or show files of this computer.
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

  /// Whether it can stand in an escape sequence too: only printable ASCII does not end one, nor look like another
  /// address.
  static func isPrintable(_ address: String) -> Bool {
    isHarmless(address) && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
