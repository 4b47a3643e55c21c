import MatrixService

extension Option {
  /// All options, in the order of the help.
  static let all = asking + signingIn + leaving + starting + sending + logging + exporting

  private static let asking = [
    Option("help", short: "h", "this", "Prints a summary of the options and of the keys to know.") {
      _, arguments in
      arguments.wish = .help
    },
    Option("version", short: "V", "the version", "Prints the version.") { _, arguments in
      arguments.wish = .version
    },
    Option(
      "print-keys", "all keys, as they are bound",
      "Prints every command, the keys that are bound to it and what it does."
    ) { _, arguments in arguments.wish = .keys },
    Option(
      "keydump", "show what the keys of this terminal send",
      "Shows of each key what the terminal sends, which key that is, and what it is bound to. q, or C-c "
        + "pressed twice, leaves; what was shown is then printed."
    ) { _, arguments in arguments.wish = .keyDump },
    Option(
      "check-config", "say what is wrong in the configuration file",
      "Reads the configuration and says of every fault where it is and what was expected there."
    ) { _, arguments in arguments.wish = .checkConfiguration },
    Option(
      "print-config", "the configuration in force",
      "Prints the configuration in force, as a configuration file, and where each value comes from."
    ) { _, arguments in arguments.wish = .printConfiguration },
  ]

  private static let signingIn = [
    Option(
      "login", short: "l", argument: .person, "sign in; --server URL, --device-name NAME",
      "Opens the account of this person, ann or @ann:example.org. Whoever is not signed in on this device yet is asked "
        + "for the password on the terminal; it is in no argument, no variable, no file and no log. A server without "
        + "passwords signs you in with the browser, and so does Enter alone where there are both ways. What lets the "
        + "program in from then on is in the account's own profile, in a file that only you can read. With "
        + "--export-drafts, the account whose drafts are printed."
    ) { word, arguments throws(Arguments.Fault) in
      guard let name = AccountName(word) else {
        throw Arguments.Fault(
          sentence: "--login wants a name like ann or @ann:example.org, and not \(word.printable)")
      }
      arguments.login = name
    },
    Option(
      "server", argument: .address, with: "login", "the server of that account",
      "The Matrix server at which the account is, like https://example.org; http:// is for servers on this computer "
        + "only. An account that was signed in here before is found without it, and of a whole name the part behind the "
        + "colon says where its server is."
    ) { word, arguments throws(Arguments.Fault) in
      do throws(HomeserverAddress.Fault) {
        arguments.server = try HomeserverAddress(word)
      } catch {
        throw Arguments.Fault(sentence: "--server: \(error)".printable)
      }
    },
    Option(
      "device-name", argument: .label, with: "login", "what your other devices call this one",
      "What this device is called among your others when --login signs in anew; without it Inkwell and the name of this "
        + "computer."
    ) { word, arguments throws(Arguments.Fault) in
      guard (1...100).contains(word.utf8.count), word == word.printable, !word.allSatisfy(\.isWhitespace)
      else {
        throw Arguments.Fault(sentence: "--device-name wants a name of at most 100 bytes on one line")
      }
      arguments.deviceName = word
    },
  ]

  private static let leaving = [
    Option(
      "logout", argument: .person, "sign out; what is kept here stays, or --erase",
      "Ends the session of this person at the server, and takes away what lets the program in. Drafts and what is not "
        + "sent yet stay in the account's profile, and go on when the person signs in again. In a terminal it says what is "
        + "unsent, and asks whether all that is kept is to be erased instead, as /logout does within the program."
    ) { word, arguments throws(Arguments.Fault) in
      guard let name = AccountName(word) else {
        throw Arguments.Fault(
          sentence: "--logout wants a name like ann or @ann:example.org, and not \(word.printable)")
      }
      arguments.wish = .signOut(name)
    },
    Option(
      "erase", with: "logout", "and erase what is kept of the account here",
      "With --logout, removes what is kept of the account on this device for good: drafts, what is not sent yet, history, "
        + "messages and files in transit. How much of it is unsent is said. What the server has stays there, and so do files that you saved or "
        + "opened. It is not asked whether it is meant; /logout erase asks."
    ) { _, arguments in arguments.isErasing = true },
  ]

  private static let starting = [
    Option(
      "config", short: "c", argument: .file, "read this configuration file",
      "Reads this file in the place of the one in the configuration folder. It has to be there."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw Arguments.Fault(sentence: "--config wants a file") }
      arguments.configuration = word
    },
    Option(
      "profile", short: "p", argument: .profile, "keep what is typed under this name",
      "Opens the demo, and keeps drafts, unsent messages and history under this name. One session at a time owns a "
        + "profile; others can read it. A whole name like @ann:example.org is that of an account's own profile, and opens "
        + "the account as --login does."
    ) { word, arguments throws(Arguments.Fault) in
      if word.hasPrefix("@"), let name = AccountName(word) {
        arguments.login = name
        return
      }
      guard let profile = Profile(word) else {
        throw Arguments.Fault(
          sentence: "a profile's name has letters, digits, -, _ and dots, and begins with no dot")
      }
      arguments.profile = profile
    },
    Option(
      "seed", argument: .number, "another course of the demo",
      "What the people of the demo say depends on this number."
    ) { word, arguments throws(Arguments.Fault) in
      guard let number = UInt64(word) else {
        throw Arguments.Fault(
          sentence: "--seed wants a whole number from 0 to \(UInt64.max), and not \(word.printable)")
      }
      arguments.seed = number
    },
    Option(
      "quiet", short: "q", "nobody in the demo says anything",
      "Nobody in the demo says anything, neither unasked nor in answer."
    ) { _, arguments in arguments.isQuiet = true },
    Option(
      "plain", "one line per event, for screen readers",
      "Writes one line for each event and draws no screen, so that a screen reader can follow."
    ) { _, arguments in arguments.isPlain = true },
  ]

  private static let sending = [
    Option(
      "send", argument: .channel, "send input; --reply-to, --file PATH, --wait N",
      "Sends what comes from standard input to this channel of the account, named as in the list or by its id, and prints "
        + "the id of the message. It ends with 0 when the server has it. After half a minute, or --wait, without an answer it "
        + "ends with 75: the message waits in the account's outbox, and goes out when the account is opened or the next one "
        + "is sent. So it does without a connection, to a channel that this device has seen. An account that is open "
        + "elsewhere on this device takes nothing (69)."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw Arguments.Fault(sentence: "--send wants the name of a channel") }
      arguments.wish = .send(SendRequest(channel: word))
    },
    Option(
      "reply-to", argument: .id, with: "send", "quote this message",
      "With --send, quotes the message with this id."
    ) { word, arguments in arguments.quoted = word },
    Option(
      "file", argument: .file, with: "send", "send this file along",
      "With --send, sends this file along; it can be given several times."
    ) { word, arguments in arguments.files.append(word) },
    Option(
      "wait", argument: .number, with: "send", "so many seconds for the server",
      "With --send, how many seconds the server may take before the message is left to the outbox; 30 without it, and 0 "
        + "leaves it there at once."
    ) { word, arguments throws(Arguments.Fault) in
      guard let seconds = Int(word), (0...86_400).contains(seconds) else {
        throw Arguments.Fault(sentence: "--wait wants seconds from 0 to 86400, and not \(word.printable)")
      }
      arguments.wait = .seconds(seconds)
    },
  ]

  private static let logging = [
    Option(
      "log-file", argument: .file, "write there what happens; --log-level LEVEL",
      "Appends a line to this file for the start, the store, the connection, what becomes of each message, and for "
        + "errors. The words of messages and drafts are never in it, at no level. Only you can read it: a file that others could "
        + "read is closed to them, and a symbolic link is refused."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else { throw Arguments.Fault(sentence: "--log-file wants a file") }
      arguments.log = word
    },
    Option(
      "log-level", argument: .oneOf(LogLevel.allCases.map(\.rawValue), name: "LEVEL"), with: "log-file",
      "error, warning, info or debug",
      "How much is written there: errors alone, warnings too, info (the usual), or debug, which is all. It goes with "
        + "--log-file."
    ) { word, arguments throws(Arguments.Fault) in
      guard let level = LogLevel(rawValue: word) else {
        throw Arguments.Fault(
          sentence: "--log-level wants error, warning, info or debug, and not \(word.printable)")
      }
      arguments.logLevel = level
    },
  ]

  private static let exporting = [
    Option(
      "export-drafts", argument: .oneOf(DraftExport.Form.allCases.map(\.rawValue), name: "FORM"),
      "print all drafts, as json or text; --history",
      "Prints all drafts of the profile with their elements, files, quotes, begun edits and times: as json, or as text to be read. "
        + "The profile may be open elsewhere meanwhile."
    ) { word, arguments throws(Arguments.Fault) in
      guard let form = DraftExport.Form(rawValue: word) else {
        throw Arguments.Fault(sentence: "--export-drafts wants json or text, and not \(word.printable)")
      }
      arguments.wish = .exportDrafts(form)
    },
    Option(
      "history", with: "export-drafts", "and what left the composer",
      "Has --export-drafts print also what was sent, cleared or replaced and can be brought back."
    ) { _, arguments in arguments.includesHistory = true },
    Option(
      "export-messages", argument: .channel, "print all messages of a channel; --form FORM",
      "Prints all messages of this channel of the account that you may see, oldest first, replies in the place of their "
        + "thread, edited words as they are now, files by their names and addresses. The channel is named as for --send. "
        + "What this device has not seen is fetched, and standard error says how far it is. If not all of it comes, or "
        + "you end it with C-c, the end of the output says so (\"isWhole\": false), and the status is not 0. An account "
        + "that is open elsewhere on this device is not opened (69)."
    ) { word, arguments throws(Arguments.Fault) in
      guard !word.isEmpty else {
        throw Arguments.Fault(sentence: "--export-messages wants the name of a channel")
      }
      arguments.wish = .exportMessages(channel: word, .text)
    },
    Option(
      "form", argument: .oneOf(MessageExport.Form.allCases.map(\.rawValue), name: "FORM"),
      with: "export-messages", "json or text",
      "How --export-messages prints: as text to be read, or as one JSON object with the members program, account, "
        + "exportedAt, channel (id, name), messages and isWhole. Of each message: id, thread (the id of the message it "
        + "replies to, or null), at, editedAt, kind (message, or system), author (id, name), text, elements, files (id, "
        + "name, type, size), quote, reactions (name, users), isShownInChannel, isPinned, isDeleted and isUnreadable."
    ) { word, arguments throws(Arguments.Fault) in
      guard let form = MessageExport.Form(rawValue: word) else {
        throw Arguments.Fault(sentence: "--form wants json or text, and not \(word.printable)")
      }
      arguments.form = form
    },
  ]
}
