import MatrixService

extension Option {
  /// All options, in the order of the help.
  static let all = asking + signingIn + leaving + starting + sending + logging + exporting

  private static let asking = [
    Option(
      "help", short: "h", "show this help", "Prints a summary of the options and the most important keys."
    ) { _, arguments in arguments.wish = .help },
    Option("version", short: "V", "show the version", "Prints the version.") { _, arguments in
      arguments.wish = .version
    },
    Option(
      "print-keys", "show all key bindings",
      "Prints every command, its keys and its effect."
    ) { _, arguments in arguments.wish = .keys },
    Option(
      "keydump", "show what the keys of this terminal send",
      "Shows the bytes, the name and the binding of each key that you press. q, or C-c pressed twice, quits and "
        + "prints the list."
    ) { _, arguments in arguments.wish = .keyDump },
    Option(
      "check-config", "check the configuration file",
      "Lists every fault of the configuration, with its place and what was expected."
    ) { _, arguments in arguments.wish = .checkConfiguration },
    Option(
      "print-config", "show the effective configuration",
      "Prints the effective configuration as a configuration file, with the origin of each value."
    ) { _, arguments in arguments.wish = .printConfiguration },
  ]

  private static let signingIn = [
    Option(
      "login", short: "l", argument: .person, "sign in; --server URL, --device-name NAME",
      "Opens this account, ann or @ann:example.org. The first time on this device it asks for the password on the "
        + "terminal; the password is in no argument, variable, file or log. A server without passwords signs you in "
        + "with the browser; if it has both, Enter alone chooses the browser. The access token is in the profile of the "
        + "account, in a file that only you can read. With --export-drafts, the account whose drafts are printed."
    ) { word, arguments throws(Arguments.Fault) in
      guard let name = AccountName(word) else {
        throw .needs("--login", "a name like ann or @ann:example.org", not: word)
      }
      arguments.login = name
    },
    Option(
      "server", argument: .address, with: "login", "the server of the account",
      "The Matrix server of the account, like https://example.org; http:// is for servers on this computer only. It is not "
        + "needed for an account that was signed in here before, or if the domain after the colon of a full name leads to "
        + "the server."
    ) { word, arguments throws(Arguments.Fault) in
      do throws(HomeserverAddress.Fault) {
        arguments.server = try HomeserverAddress(word)
      } catch {
        throw Arguments.Fault(sentence: "--server: \(error)".printable)
      }
    },
    Option(
      "device-name", argument: .label, with: "login", "the name of this device",
      "The name of this device in the lists of your other devices, if --login signs in anew; by default Inkwell and the "
        + "name of this computer."
    ) { word, arguments throws(Arguments.Fault) in
      guard (1...100).contains(word.utf8.count), word == word.printable, !word.allSatisfy(\.isWhitespace)
      else {
        throw .needs("--device-name", "a name of at most 100 bytes on one line")
      }
      arguments.deviceName = word
    },
  ]

  private static let leaving = [
    Option(
      "logout", argument: .person, "sign out; --erase also deletes local data",
      "Ends the session of this account at the server, and deletes the access token. Drafts and unsent messages stay in "
        + "the profile, and are there after the next sign-in. In a terminal it says what is unsent, and asks whether to "
        + "erase all local data instead, as /logout does within the program."
    ) { word, arguments throws(Arguments.Fault) in
      guard let name = AccountName(word) else {
        throw .needs("--logout", "a name like ann or @ann:example.org", not: word)
      }
      arguments.wish = .signOut(name)
    },
    Option(
      "erase", with: "logout", "erase the data of the account on this device",
      "With --logout, permanently removes the data of the account from this device: drafts, unsent messages, history, "
        + "messages and files in transit. It reports how much is unsent, and does not ask; /logout erase does. Data at the "
        + "server, and files that you saved or opened, stay."
    ) { _, arguments in arguments.isErasing = true },
  ]

  private static let starting = [
    Option(
      "config", short: "c", argument: .file, "read this configuration file",
      "Reads this file instead of the one in the configuration folder. It must exist."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw .needs("--config", "a file") }
      arguments.configuration = word
    },
    Option(
      "profile", short: "p", argument: .profile, "keep drafts and history under this name",
      "Opens the demo, and keeps drafts, unsent messages and history under this name. One process at a time owns a "
        + "profile; others can only read it. A full name like @ann:example.org opens that account, as --login does."
    ) { word, arguments throws(Arguments.Fault) in
      if word.hasPrefix("@"), let name = AccountName(word) {
        arguments.login = name
        return
      }
      guard let profile = Profile(word) else {
        throw Arguments.Fault(
          sentence:
            "a profile name has letters, digits, -, _ and dots, and does not begin with a dot or hyphen")
      }
      arguments.profile = profile
    },
    Option(
      "seed", argument: .number, "vary the demo's random events",
      "The messages of the people in the demo depend on this number."
    ) { word, arguments throws(Arguments.Fault) in
      guard let number = UInt64(word) else {
        throw .needs("--seed", "a whole number from 0 to \(UInt64.max)", not: word)
      }
      arguments.seed = number
    },
    Option(
      "quiet", short: "q", "a demo without messages of others",
      "The people of the demo write nothing, not even answers, and the demo does not introduce itself."
    ) { _, arguments in arguments.isQuiet = true },
    Option(
      "plain", "one line per event, for screen readers",
      "Writes one line for each event instead of drawing a screen, for screen readers."
    ) { _, arguments in arguments.isPlain = true },
  ]

  private static let sending = [
    Option(
      "send", argument: .channel, "send input; --reply-to, --file PATH, --wait N",
      "Sends standard input to this channel of the account, named as in the list or by its id, and prints the id of the "
        + "message. The status is 0 when the server has it, and 75 after 30 seconds, or --wait, without an answer: the message "
        + "then waits in the outbox, and is sent when the account is opened or the next message is sent. The same happens "
        + "offline, for a channel that this device has seen. An account that is already open on this device is refused (69)."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw .needs("--send", "the name of a channel") }
      arguments.wish = .send(SendRequest(channel: word))
    },
    Option(
      "reply-to", argument: .id, with: "send", "quote this message",
      "With --send, quotes the message with this id."
    ) { word, arguments in arguments.quoted = word },
    Option(
      "file", argument: .file, with: "send", "attach this file",
      "With --send, attaches this file; the option can be repeated."
    ) { word, arguments in arguments.files.append(word) },
    Option(
      "wait", argument: .number, with: "send", "how many seconds to wait for the server",
      "With --send, how many seconds to wait for the server before the message is left in the outbox: 30 by default; 0 does "
        + "not wait."
    ) { word, arguments throws(Arguments.Fault) in
      guard let seconds = Int(word), (0...86_400).contains(seconds) else {
        throw .needs("--wait", "seconds from 0 to 86400", not: word)
      }
      arguments.wait = .seconds(seconds)
    },
  ]

  private static let logging = [
    Option(
      "log-file", argument: .file, "write a log to FILE; --log-level LEVEL",
      "Appends events of the start, the store, the connection and each message, and errors, one line each. The text of "
        + "messages and drafts is never logged. Only you can read the file: permissions of others are removed, and a symbolic "
        + "link is refused."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw .needs("--log-file", "a file") }
      arguments.log = word
    },
    Option(
      "log-level", argument: .oneOf(LogLevel.allCases.map(\.rawValue), name: "LEVEL"), with: "log-file",
      "error, warning, info or debug",
      "What --log-file writes: only errors, warnings too, info (the default), or debug, which is everything."
    ) { word, arguments throws(Arguments.Fault) in
      guard let level = LogLevel(rawValue: word) else {
        throw .needs("--log-level", "error, warning, info or debug", not: word)
      }
      arguments.logLevel = level
    },
  ]

  private static let exporting = [
    Option(
      "export-drafts", argument: .oneOf(ExportForm.allCases.map(\.rawValue), name: "FORM"),
      "print all drafts, as json or text; --history",
      "Prints all drafts of the profile with their elements, files, quotes, unfinished edits and times, as JSON or as text. "
        + "The profile may be open in another program."
    ) { word, arguments throws(Arguments.Fault) in
      guard let form = ExportForm(rawValue: word) else {
        throw .needs("--export-drafts", "json or text", not: word)
      }
      arguments.wish = .exportDrafts(form)
    },
    Option(
      "history", with: "export-drafts", "include the history of drafts",
      "With --export-drafts, also prints texts that were sent, cleared or replaced and can be brought back."
    ) { _, arguments in arguments.includesHistory = true },
    Option(
      "export-messages", argument: .channel, "print all messages of a channel; --form FORM",
      "Prints all messages of this channel that you may see, oldest first: replies after the first message of their "
        + "thread, edited messages in their latest form, files by name and address. The channel is named as for --send. "
        + "Missing messages are fetched from the server, with the progress on standard error. If the export is incomplete, "
        + "or you press C-c, the end of the output says so (\"isWhole\": false), and the status is not 0. An account that is "
        + "already open on this device is refused (69)."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw .needs("--export-messages", "the name of a channel") }
      arguments.wish = .exportMessages(channel: word)
    },
    Option(
      "form", argument: .oneOf(ExportForm.allCases.map(\.rawValue), name: "FORM"),
      with: "export-messages", "json or text",
      "The form of --export-messages: text, or one JSON object with the members program, account, "
        + "exportedAt, channel (id, name), messages and isWhole. Of each message: id, thread (the id of the message it "
        + "replies to, or null), at, editedAt, kind (message, or system), author (id, name), text, elements, files (id, "
        + "name, type, size), quote, reactions (name, users), isShownInChannel, isPinned, isDeleted, isUnreadable and "
        + "encryptionNote (why it is unreadable, or what proves its sender)."
    ) { word, arguments throws(Arguments.Fault) in
      guard let form = ExportForm(rawValue: word) else { throw .needs("--form", "json or text", not: word) }
      arguments.form = form
    },
  ]
}
