import ChatScreens

/// Cleans text that comes from the clipboard, an editor or the keyboard, so that a draft can take it.
///
/// Line ends become `\n` and tabs stay. Control characters, which another user's terminal could obey, become the
/// visible symbols that Unicode has for them. Everything else stays as it is: how it looks is up to the screen.
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
      // At the start it is the byte order mark of a file; elsewhere it used to be a joiner.
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

  /// Cleans text and puts it on one line, for a name that becomes part of a text.
  static func line(_ text: String) -> String {
    String(clean(text).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The address that a pasted text consists of; nil if it is anything else.
  static func address(in pasted: String) -> String? {
    guard pasted.utf8.count <= 4096 else { return nil }
    let words = pasted.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    let beginning = word.prefix(8).lowercased()
    return WebAddress.linkSchemes.contains { beginning.hasPrefix($0) && word.count > $0.count }
      ? String(word) : nil
  }

  /// Whether a byte may begin a character to be replaced: a control character, or one in U+0080 to U+00BF, in U+2000
  /// to U+2FFF or from U+F000 on.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x09: false
    case ..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
    default: false
    }
  }
}
