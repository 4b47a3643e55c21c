import TerminalScreen

/// The sequences that begin with `ESC ]`, for features that ncurses does not have.
enum TerminalCommand {
  /// The maximum length of an address in VTE.
  static let addressLimit = 2_083

  static func title(_ text: ScreenText) -> String { command("2;\(words(text, limit: 256))") }

  static func notice(_ text: ScreenText) -> String {
    let words = words(text, limit: 256)
    // A number and a semicolon at the start would be a command for ConEmu and Windows Terminal.
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
    // The same id for all parts of a link, so that its lines are highlighted together.
    return command("8;id=\(String(sum, radix: 36));\(safe)")
  }

  static let endLink = command("8;;")

  private static func command(_ body: String) -> String { "\u{1B}]\(body)\u{07}" }

  private static func words(_ text: ScreenText, limit: Int) -> String {
    text.glyphs.prefix(limit).map(\.text).joined()
  }
}
