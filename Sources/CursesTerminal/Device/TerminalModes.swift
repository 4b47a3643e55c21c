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
      if options.reportsMouse { set(["?1000", "?1002", "?1006"]) }
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

  private mutating func set(_ modes: [String]) {
    for mode in modes { add(entering: "\u{1B}[\(mode)h", leaving: "\u{1B}[\(mode)l") }
  }

  /// The last that was set is the first to go.
  private mutating func add(entering on: String, leaving off: String) {
    entering += on
    leaving = off + leaving
  }
}
