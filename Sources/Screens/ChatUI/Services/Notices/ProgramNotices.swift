import Composer

/// What the last line says about keys, settings, the account, the connection and the tour.
nonisolated extension Notice {
  // MARK: Keys

  /// - Parameter places: "in lists, or in vi's normal mode".
  static func boundOnly(_ key: String, _ places: String) -> Notice { Notice("\(key) works only \(places)") }
  static let pressKey = Notice("Press a key to read what it does")
  static func key(_ name: String, does meaning: String) -> Notice { Notice("\(name): \(meaning)") }
  static func typesItself(_ key: String) -> Notice { Notice("\(key): insert this character") }
  static let keysIgnored = Notice("Keys right after the paste were ignored", .warning)
  static func quits(_ key: String) -> Notice { Notice("\(key) quits") }

  // MARK: Commands and lists

  static func commandNotRun(restoredBy history: String) -> Notice {
    Notice("Not run; \(history) restores the command")
  }

  static let sendsInComposer = Notice("Enter sends only in the composer")
  static func sendFirst(thenType command: String) -> Notice {
    Notice("Send your text or put it aside first, then type /\(command)", .warning)
  }

  static func noCommand(named name: String) -> Notice {
    Notice("No command named \(name); Tab completes it", .warning)
  }

  /// The answer to vi's `:w`.
  static let savedAsYouType = Notice("Drafts are saved as you type; :q quits")

  /// Followed by the reason.
  static let draftsIncomplete = Notice("Drafts from other devices may be missing", .error)
  /// Followed by the reason.
  static let searchIncomplete = Notice("The search is incomplete", .error)
  /// Followed by the reason.
  static let threadsIncomplete = Notice("Some threads may be missing", .error)

  // MARK: Waiting for the service

  static func waiting(cancelledBy key: String) -> Notice {
    Notice("Waiting for the service… · \(key) cancels")
  }

  static let cancelled = Notice("Cancelled; the service may still complete it")
  /// - Parameter rest: says where the command is: "; C-x h restores the command".
  static func cancelled(_ rest: String) -> Notice { Notice("Cancelled\(rest)") }
  static func notSupported(because reason: String) -> Notice {
    Notice("Not supported: \(reason)", .warning)
  }

  // MARK: Settings

  static func theme(_ name: String) -> Notice { Notice("Theme: \(name), until you quit") }

  static func themes(_ names: [String]) -> Notice {
    Notice("The themes are \(names.list("and"))")
  }

  /// - Parameters:
  ///   - line: what the file must contain for the next start.
  ///   - file: the path of the configuration; nil if there is no folder for one.
  static func keyStyle(_ keys: String, keptBy line: String, in file: String?) -> Notice {
    Notice("\(keys) until you quit" + (file.map { "; \(line) in \($0) keeps them" } ?? ""), .good)
  }

  static let useVi = Notice("Use /\(SlashCommand.vi.name) on or /\(SlashCommand.vi.name) off")
  static let viNeedsScreen = Notice("vi's keys need a screen", .warning)

  /// What Enter on a setting in the help says.
  ///
  /// - Parameters:
  ///   - line: "{ keys: { style: "vi" } }".
  ///   - file: the path of the configuration; nil if there is no folder for one.
  static func setting(_ line: String, in file: String?) -> Notice {
    Notice(
      file.map { "Write \(line) into \($0); it is read at the start" } ?? "No folder for a configuration")
  }

  static let useLayout = Notice(
    "Use /\(SlashCommand.layout.name) compact or /\(SlashCommand.layout.name) cosy")
  static let useMouse = Notice(
    "Use /\(SlashCommand.mouse.name) on or /\(SlashCommand.mouse.name) off")
  static let mouseIsOn = Notice("Mouse on; hold Shift to select text")
  static let mouseIsOff = Notice("Mouse off; the terminal handles it")

  // MARK: Line mode

  static let useTyping = Notice(
    "Use /\(SlashCommand.typing.name) on or /\(SlashCommand.typing.name) off")
  static let typingIsAnnounced = Notice("Typing is announced")
  static let typingIsNotAnnounced = Notice("Typing is no longer announced")
  static let typingIsShown = Notice("The line above the composer shows who is typing")
  static let giveNumber = Notice("Give a number: /\(SlashCommand.read.name) 5")

  // MARK: The account and its data

  /// - Parameter isShort: whether it must fit in two rows of a narrow screen.
  static func demo(of name: String) -> Notice {
    Notice(
      "You are \(name); others are scripted. Messages reset at each start, drafts stay · /\(SlashCommand.login.name) signs in"
    )
  }

  static func demoStartedOver(for name: String, historyKey: String) -> Notice {
    Notice(
      "You are \(name); others are scripted. The demo started over: \(historyKey) shows what you sent, drafts stay · /\(SlashCommand.login.name) signs in"
    )
  }

  static func account(_ name: String, switchedBy key: String) -> Notice {
    Notice("You are \(name) · \(key) switches accounts")
  }

  static let noOtherAccounts = Notice("There are no other accounts here")
  static let demoHasNoAccount = Notice("The demo has no account to sign out of")

  static let useLogout = Notice(
    "Use /\(SlashCommand.logout.name), or /\(SlashCommand.logout.name) erase to delete the data here too")

  static func signOutElsewhere(_ account: String) -> Notice {
    Notice("To sign out \(account), open it first or run inkwell --logout \(account)", .warning)
  }

  /// Followed by the reason.
  static let dataUnreadable = Notice("The data on this device cannot be read", .error)

  // MARK: The connection

  static let stillOffline = Notice("Offline, as you left it; /\(SlashCommand.online.name) connects")
  static let cannotGoOffline = Notice("This service cannot go offline", .warning)

  // MARK: The tour

  static let tourCannotGoOffline = Notice("The tour goes offline, which this service cannot do", .warning)
  static let noTour = Notice("No tour is running; /\(SlashCommand.tour.name) starts one")
  static let tourClosed = Notice("Tour closed; /\(SlashCommand.tour.name) restarts it")

  /// - Parameter help: "F1 lists all keys".
  static func tourDone(_ help: String) -> Notice {
    Notice(
      "Sent exactly once. The tour is over; \(help), /\(SlashCommand.login.name) opens your account", .good)
  }
}
