import TerminalScreen

/// The sequences that begin with `ESC ]`, for features that ncurses lacks.
enum TerminalCommand {
  /// The maximum length of an address in VTE.
  static let addressLimit = 2_083

  static func title(_ text: ScreenText) -> String { command("2;\(words(text, limit: 256))") }

  static func notice(_ text: ScreenText) -> String {
    let words = words(text, limit: 256)
    // ConEmu and Windows Terminal would parse a number and a semicolon at the start as a command.
    let isCommand = words.first?.isNumber == true
    return command("9;\(isCommand ? " " : "")\(words)")
  }

  /// Text for the clipboard, cut at the limit after a whole Character.
  static func copy(_ text: String) -> String {
    var end = text.endIndex
    if text.utf8.count > TerminalAct.longestCopy {
      let limit = text.utf8.index(text.startIndex, offsetBy: TerminalAct.longestCopy)
      end = text.startIndex
      for index in text.indices where index <= limit { end = index }
    }
    return command("52;c;\(Base64.text(Array(text[..<end].utf8)))")
  }

  /// Begins a link; nil for an address that terminals would not accept.
  static func beginLink(_ address: String) -> String? {
    guard !address.isEmpty, address.utf8.count <= addressLimit else { return nil }
    var safe = ""
    var sum: UInt32 = 2_166_136_261
    for byte in address.utf8 {
      sum = (sum ^ UInt32(byte)) &* 16_777_619
      if (0x21...0x7E).contains(byte) {
        safe.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        safe += byte < 16 ? "%0" : "%"
        safe += String(byte, radix: 16, uppercase: true)
      }
    }
    // All parts of a link have the same id, so that its lines are highlighted together.
    return command("8;id=\(String(sum, radix: 36));\(safe)")
  }

  static let endLink = command("8;;")

  private static func command(_ body: String) -> String { "\u{1B}]\(body)\u{07}" }

  private static func words(_ text: ScreenText, limit: Int) -> String {
    text.glyphs.prefix(limit).map(\.text).joined()
  }
}

/// A style as an escape sequence, for cells that are not written through ncurses.
enum StyleSequence {
  static func text(of style: Style, _ colors: ColorTranslation) -> String {
    let shown = colors.shown(style)
    var codes = ["0"]
    if shown.attributes.contains(.bold) { codes.append("1") }
    if shown.attributes.contains(.dim) { codes.append("2") }
    if shown.attributes.contains(.italic) { codes.append("3") }
    if shown.attributes.contains(.underline) { codes.append("4") }
    if shown.attributes.contains(.reverse) { codes.append("7") }
    if let code = code(of: shown.foreground, colors.depth, plain: 30) { codes.append(code) }
    if let code = code(of: shown.background, colors.depth, plain: 40) { codes.append(code) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of index: Int32, _ depth: ColorDepth, plain: Int32) -> String? {
    switch index {
    case ..<0: return nil
    case ..<8: return String(plain + index)
    case ..<16 where depth != .direct: return String(plain + 52 + index)
    default:
      guard depth == .direct else { return "\(plain + 8);5;\(index)" }
      return "\(plain + 8);2;\(index >> 16);\(index >> 8 & 255);\(index & 255)"
    }
  }
}

/// Cursor moves, for output that does not go through ncurses.
enum CursorSequence {
  static func move(to position: Position) -> String { "\u{1B}[\(position.row + 1);\(position.column + 1)H" }

  /// The output, wrapped so that it leaves cursor and colours unchanged; empty if there is no output.
  static func restoring(_ output: String) -> String { output.isEmpty ? "" : "\u{1B}7\(output)\u{1B}8" }
}

/// Base 64 as in RFC 4648, for sequences and files that may contain only ASCII letters.
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { letters in
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = bytes.count - start
        var bits = Int(bytes[start]) << 16
        if rest > 1 { bits |= Int(bytes[start + 1]) << 8 }
        if rest > 2 { bits |= Int(bytes[start + 2]) }
        for place in 0..<4 {
          letters[count] = place <= rest ? letter(bits >> (18 - 6 * place) & 63) : UInt8(ascii: "=")
          count += 1
        }
      }
      return count
    }
  }

  /// Computed, because a table would have to be created at its first use.
  private static func letter(_ bits: Int) -> UInt8 {
    switch bits {
    case 0..<26: UInt8(ascii: "A") + UInt8(bits)
    case 26..<52: UInt8(ascii: "a") + UInt8(bits - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(bits - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
