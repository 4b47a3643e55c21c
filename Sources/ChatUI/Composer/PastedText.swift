/// What comes out of a clipboard, an editor or a key, made fit for a draft.
///
/// Line ends become `\n` and tabs stay. Control characters, which a terminal of somebody else could obey, become the
/// pictures that Unicode has for them; everything else is kept as it is, for only its picture is the screen's business.
nonisolated enum PastedText {
  static func clean(_ text: String) -> String {
    guard text.utf8.contains(where: isSuspect) else { return text }
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    var followsReturn = false
    var isFirst = true
    for scalar in text.unicodeScalars {
      defer {
        followsReturn = scalar == "\r"
        isFirst = false
      }
      switch scalar {
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      case "\n": if !followsReturn { result.append("\n") }
      case "\t": result.append("\t")
      case "\u{7F}": result.append("\u{2421}")
      case "\u{80}"..."\u{9F}": result.append("\u{FFFD}")
      // The mark of a file's byte order is no part of its text; elsewhere it is a joiner of old.
      case "\u{FEFF}": if !isFirst { result.append(scalar) }
      default:
        if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
          result.append(picture)
        } else {
          result.append(scalar)
        }
      }
    }
    return String(result)
  }

  /// The same on one line, for names that become part of a text.
  static func line(_ text: String) -> String {
    String(clean(text).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// Bytes that may begin something to be cleaned: controls, and the first ones of U+80 to U+BF, U+2000 and U+F000 on.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x09: false
    case ..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
    default: false
    }
  }
}
