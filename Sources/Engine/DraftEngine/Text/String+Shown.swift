extension StringProtocol {
  /// Whether it shows nothing: it is empty or consists of blanks.
  @inlinable
  package var isBlank: Bool {
    for byte in utf8 {
      switch byte {
      case 0x09...0x0D, 0x20: continue
      // It begins a Character whatever stands before it, and how long that Character is does not matter.
      case ..<0x80: return false
      default: return allSatisfy(\.isWhitespace)
      }
    }
    return true
  }
}

extension String {
  /// The first Characters, for showing them in a line. Of Characters that have more than sixteen scalars on average it
  /// is fewer: one of them may have a hundred thousand marks, none of which is drawn.
  package func beginning(_ characters: Int) -> String {
    // Most text is short, and nothing of it is left out.
    if utf8.count <= characters { return self }
    return String(String(UnicodeScalarView(unicodeScalars.prefix(characters * 16))).prefix(characters))
  }
}
