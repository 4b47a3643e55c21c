extension StringProtocol {
  /// Whether the text is empty or consists of blanks.
  @inlinable
  package var isBlank: Bool {
    for byte in utf8 {
      switch byte {
      case 0x09...0x0D, 0x20: continue
      // It always begins a Character, and the length of that Character does not matter.
      case ..<0x80: return false
      default: return allSatisfy(\.isWhitespace)
      }
    }
    return true
  }
}

extension String {
  /// The first Characters, for display in a line. Fewer if they have more than sixteen scalars on average: one of them may have
  /// a hundred thousand marks, none of which is drawn.
  package func beginning(_ characters: Int) -> String {
    // Most texts are short and need no cut.
    if utf8.count <= characters { return self }
    return String(String(UnicodeScalarView(unicodeScalars.prefix(characters * 16))).prefix(characters))
  }
}
