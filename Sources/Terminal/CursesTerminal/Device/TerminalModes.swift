import TerminalScreen

/// The modes that are set while the program has the terminal, and the sequences that undo them.
struct TerminalModes: Hashable {
  /// The sequences sent when the terminal is taken over, after its description's own initialisation.
  private(set) var entering = ""
  /// The sequences sent when it is given back: always all of them, even after a crash.
  private(set) var leaving = ""

  /// - Parameters:
  ///   - characterSets: the description's sequence to have letters and lines where ncurses looks for them.
  ///   - screenOff: its sequence to leave the alternate screen; nil if it has none.
  ///   - plain: its sequence to end all attributes.
  ///   - cursorOn: its sequence to show the cursor.
  ///   - scrollsAll: the sequence to have all rows scroll again.
  init(
    traits: TerminalTraits, options: TerminalOptions, characterSets: String, screenOff: String?,
    plain: String, cursorOn: String, scrollsAll: String
  ) {
    entering = characterSets
    if traits.readsCommands {
      // Bracketed paste and focus reports; a terminal without them ignores both.
      set(["?2004", "?1004"])
      for mode in Self.mouse {
        // The mouse can be switched on later, so it is always switched off at the end.
        add(entering: options.reportsMouse ? "\u{1B}[\(mode)h" : "", leaving: "\u{1B}[\(mode)l")
      }
      if options.setsTitle {
        // The title of before is put on a stack. A terminal without one shows its own title again when it is emptied.
        let empty = TerminalCommand.title("")
        add(entering: "\u{1B}[22;0t", leaving: empty + "\u{1B}[23;0t")
      }
    }
    if traits.readsKeyboardRequests, options.tellsKeysApart {
      // xterm's modifyOtherKeys, then kitty's protocol; a terminal follows the one it knows.
      add(entering: "\u{1B}[>4;1m", leaving: "\u{1B}[>4m")
      add(entering: "\u{1B}[>1u", leaving: "\u{1B}[<u")
    }
    // ncurses names the rows that scroll when it begins, and most terminals keep them on both screens. Naming them moves the
    // cursor, which leaving the screen puts back.
    leaving += plain + cursorOn + scrollsAll
    // Without an alternate screen the picture stays, so the prompt goes under it.
    leaving += screenOff ?? "\u{1B}[999H\r\n"
  }

  /// Presses, drags with a button held, and large coordinates.
  private static let mouse = ["?1000", "?1002", "?1006"]

  /// The sequence that starts or stops mouse reports.
  static func mouse(isReported: Bool) -> String {
    mouse.map { "\u{1B}[\($0)\(isReported ? "h" : "l")" }.joined()
  }

  private mutating func set(_ modes: [String]) {
    for mode in modes { add(entering: "\u{1B}[\(mode)h", leaving: "\u{1B}[\(mode)l") }
  }

  /// In reverse order: the mode set last is undone first.
  private mutating func add(entering on: String, leaving off: String) {
    entering += on
    leaving = off + leaving
  }
}
