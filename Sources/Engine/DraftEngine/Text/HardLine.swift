/// Lines that end at newlines, whatever the width of the screen: `\n`, `\r\n`, `\r`, U+2028 and U+2029.
///
/// Works on bytes, because a line may be the whole text and every newline is a Character. Offsets must be between Characters,
/// never in the middle of `\r\n`.
enum HardLine {
  /// The first byte of the line that contains `offset`.
  static func start(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var start = offset
    while !begins(at: start, in: bytes) { start -= 1 }
    return start
  }

  /// The end of the line that contains `offset`: its newline or the end of the text.
  static func end(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var end = offset
    while end < bytes.count, !isNewline(at: end, in: bytes) { end += 1 }
    return end
  }

  /// Whether `offset` is the start of the text or follows a newline.
  static func begins(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    guard offset > 0 else { return true }
    switch bytes[offset - 1] {
    case 0x0A, 0x0D: return true
    case 0xA8, 0xA9: return offset >= 3 && isSeparator(at: offset - 3, in: bytes)
    default: return false
    }
  }

  private static func isNewline(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    switch bytes[offset] {
    case 0x0A, 0x0D: true
    case 0xE2: isSeparator(at: offset, in: bytes)
    default: false
    }
  }

  /// Whether U+2028 or U+2029 begins here.
  private static func isSeparator(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    bytes[offset] == 0xE2 && offset + 2 < bytes.count && bytes[offset + 1] == 0x80
      && (bytes[offset + 2] | 1) == 0xA9
  }
}

extension StringProtocol {
  /// Whether the text is empty or consists of blanks.
  @inlinable package var isBlank: Bool {
    // Called several times for each keystroke: an ASCII byte that is not blank decides, whatever Character it begins.
    for byte in utf8 {
      switch byte {
      case 0x09...0x0D, 0x20: continue
      case ..<0x80: return false
      default: return allSatisfy(\.isWhitespace)
      }
    }
    return true
  }
}

extension String {
  /// The first Characters, for display in a line. Fewer if they have more than sixteen scalars on average, because a single
  /// Character may have a hundred thousand marks that are not drawn.
  package func beginning(_ characters: Int) -> String {
    // Most texts are short and are not truncated.
    if utf8.count <= characters { return self }
    return String(String(UnicodeScalarView(unicodeScalars.prefix(characters * 16))).prefix(characters))
  }
}
