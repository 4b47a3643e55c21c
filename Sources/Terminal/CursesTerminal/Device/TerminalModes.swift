import TerminalScreen

/// The modes that are set while the program uses the terminal, and the sequences that undo them.
struct TerminalModes: Hashable {
  /// The sequences sent when the terminal is taken over, after the initialisation from its description.
  private(set) var entering = ""
  /// The sequences sent when the terminal is given back: always all of them, even after a crash.
  private(set) var leaving = ""

  /// - Parameters:
  ///   - characterSets: the description's sequence that sets the character sets that ncurses expects for letters and lines.
  ///   - screenOff: the description's sequence to leave the alternate screen; nil if it has none.
  ///   - plain: the description's sequence to end all attributes.
  ///   - cursorOn: the description's sequence to show the cursor.
  ///   - scrollsAll: the sequence to make all rows scroll again.
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
        // Pushes the previous title on a stack. A terminal without a stack shows its default title again when the title is
        // empty.
        let empty = TerminalCommand.title("")
        add(entering: "\u{1B}[22;0t", leaving: empty + "\u{1B}[23;0t")
      }
    }
    if traits.readsKeyboardRequests, options.tellsKeysApart {
      // xterm's modifyOtherKeys, then kitty's protocol; a terminal follows the one it knows.
      add(entering: "\u{1B}[>4;1m", leaving: "\u{1B}[>4m")
      add(entering: "\u{1B}[>1u", leaving: "\u{1B}[<u")
    }
    // ncurses sets a scroll region when it starts, and most terminals use it for both screens. Resetting it moves the cursor,
    // which leaving the alternate screen restores.
    leaving += plain + cursorOn + scrollsAll
    // Without an alternate screen the frame stays visible, so the prompt goes below it.
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

  /// In reverse order: the mode that was set last is undone first.
  private mutating func add(entering on: String, leaving off: String) {
    entering += on
    leaving = off + leaving
  }
}
