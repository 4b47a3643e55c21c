/// The modes that are set while the program has the terminal, and what undoes each of them.
struct TerminalModes: Hashable {
  /// What is sent when the terminal is taken over, after its description's own beginning.
  private(set) var entering = ""
  /// What is sent when it is given back: all of it, whatever has happened, crashes included.
  private(set) var leaving = ""

  /// - Parameters:
  ///   - screenOff: how the description leaves the alternate screen; nil where it has none.
  ///   - plain: how it ends all attributes.
  ///   - cursorOn: how it shows the cursor.
  init(
    traits: TerminalTraits, options: TerminalOptions, screenOff: String?, plain: String, cursorOn: String
  ) {
    if traits.readsCommands {
      // Pasted text in brackets, and the window's focus; a terminal without them passes over both.
      set(["?2004", "?1004"])
      for mode in Self.mouse {
        // It can be switched on later, and is switched off whatever was.
        add(entering: options.reportsMouse ? "\u{1B}[\(mode)h" : "", leaving: "\u{1B}[\(mode)l")
      }
      add(entering: "\u{1B}[22;0t", leaving: "\u{1B}[23;0t")
    }
    if traits.readsKeyboardRequests, options.tellsKeysApart {
      // xterm's modifyOtherKeys, then the protocol of kitty; a terminal follows the one that it knows.
      add(entering: "\u{1B}[>4;1m", leaving: "\u{1B}[>4m")
      add(entering: "\u{1B}[>1u", leaving: "\u{1B}[<u")
    }
    leaving += plain + cursorOn
    // Where the picture stays, the prompt comes under it.
    leaving += screenOff ?? "\u{1B}[999H\r\n"
  }

  /// Presses, drags while a button is held, and positions that may be far out.
  private static let mouse = ["?1000", "?1002", "?1006"]

  /// What has the terminal tell of its mouse from now on, or no more.
  static func mouse(isReported: Bool) -> String {
    mouse.map { "\u{1B}[\($0)\(isReported ? "h" : "l")" }.joined()
  }

  private mutating func set(_ modes: [String]) {
    for mode in modes { add(entering: "\u{1B}[\(mode)h", leaving: "\u{1B}[\(mode)l") }
  }

  /// The last that was set is the first to go.
  private mutating func add(entering on: String, leaving off: String) {
    entering += on
    leaving = off + leaving
  }
}
