import Glibc

@testable import ChatUI
@testable import inkwell

/// inkwell(1), from the tables that the program itself has.
enum ManualPage {
  static let inkwell =
    [
      ".\\\" Made from the tables of the program by `make docs`: change those.",
      ".TH INKWELL 1 \"\(Version.date)\" \"\(Version.name)\" \"User Commands\"", "",
    ].joined(separator: "\n")
    + [
      Troff.section("NAME", "inkwell \\- a chat client in which nothing that was typed is lost\n"),
      Troff.section("SYNOPSIS", ".B inkwell\n[\\fIOPTION\\fR]...\n"),
      description, options, composing, commandSection, keySection, files, environment, status, example,
      seeAlso,
    ].joined()

  private static let description = Troff.section(
    "DESCRIPTION",
    Troff.words(
      "*inkwell* is a chat client for the terminal. What is typed is kept before the screen shows it, one draft for each "
        + "channel and each thread, with the people, channels and links that are mentioned in it; so leaving a channel, "
        + "editing a message or the end of the program costs nothing. Messages wait for a connection and are sent in "
        + "order."),
    Troff.words(
      "Without options it starts in a demo that needs no account: a few channels, and people who answer. Everything but "
        + "what is typed here begins anew with each start of the demo. With *--login* it opens an account at a Matrix server."
    ))

  private static let options = Troff.section(
    "OPTIONS",
    Troff.words(
      "A long option may be cut short as far as one is meant, and its argument may stand behind = or in the next word."
    ),
    Troff.list(
      Option.all.map { option in
        var names = Troff.bold("--\(option.long)")
        if let short = option.short { names = "\(Troff.bold("-\(short)")), \(names)" }
        if let argument = option.argument {
          names += "=" + (argument.isWord ? Troff.bold(argument.name) : Troff.italic(argument.name))
        }
        return (names, option.explanation)
      }))

  private static let composing = Troff.section(
    "COMPOSING",
    Troff.words(
      "*@* suggests people, *#* channels, *:* emoji and */* commands; Tab takes what is suggested, and goes on with it as "
        + "one piece that moves and is deleted as a whole. An address that is pasted over a marked region makes it a link."
    ),
    Troff.words(
      "Two slashes at the beginning send the words with one of them. Each channel and each thread has a draft of its own."
    ))

  /// What is typed at the beginning of a line, as the help screen lists it.
  static let commands: [(usage: String, meaning: String)] = SlashCommand.manual

  private static let commandSection = Troff.section(
    "COMMANDS",
    Troff.words("A line that begins with a slash and one of these words is done and not sent."),
    Troff.list(commands.map { (Troff.bold($0.usage), $0.meaning) }))

  /// The keys before anybody binds them anew.
  static let keys: [(usage: String, meaning: String)] = KeyTable.bindings.map { binding in
    (binding.keys.map(\.description).joined(separator: ", "), binding.meaning)
  }

  private static let keySection =
    Troff.section(
      "KEYS",
      Troff.words(
        "C- is the control key, M- is Alt or a pressed Escape in front, S- is shift. They can be bound anew under the names "
          + "that *inkwell --print-keys* lists, see *inkwell-config*(5); F1 lists those in force.")
    )
    + KeyArea.allCases.map { area in
      let bindings = zip(KeyTable.bindings, keys).filter { $0.0.command.area == area }
      return ".SS \(area.title)\n" + Troff.list(bindings.map { (Troff.bold($0.1.usage), $0.1.meaning) })
    }.joined()

  private static let files = Troff.section(
    "FILES",
    Troff.list([
      (
        Troff.italic("$XDG_CONFIG_HOME/inkwell/config.json5"),
        "The configuration, which the program never changes. Without XDG_CONFIG_HOME it is under ~/.config."
      ),
      (
        Troff.italic("$XDG_STATE_HOME/inkwell/NAME/"),
        "What is kept under a profile; demo, when none is named. Only its owner can read it. Without XDG_STATE_HOME it is "
          + "under ~/.local/state."
      ),
      (
        Troff.italic("$XDG_STATE_HOME/inkwell/NAME@SERVER/"),
        "The same for an account, and session.json, which lets whoever reads it in: only its owner can."
      ),
      (
        Troff.italic("$XDG_CACHE_HOME/inkwell/files/"),
        "Files of messages that were opened. Without XDG_CACHE_HOME it is under ~/.cache."
      ),
    ]))

  private static let environment = Troff.section(
    "ENVIRONMENT",
    Troff.list([
      (Troff.bold("NO_COLOR"), "When it is set and not empty, no colours are used."),
      (Troff.bold("COLORTERM"), "With truecolor or 24bit colours are not rounded to a palette."),
      (
        "\(Troff.bold("VISUAL")), \(Troff.bold("EDITOR"))",
        "The editor that a draft is given to; vi, when neither is set."
      ),
      (
        Troff.bold("BROWSER"),
        "What opens links: commands separated by colons, tried in turn, with %s for the link; xdg-open, when it is not set."
      ),
      (Troff.bold("TERM"), "The kind of the terminal."),
    ]))

  private static let status = Troff.section(
    "EXIT STATUS",
    Troff.list(
      [
        (ExitStatus.success, "All went well, and all that was typed is kept."),
        (ExitStatus.usage, "The options make no sense."),
        (ExitStatus.badData, "What --send is given is empty, or no text."),
        (
          ExitStatus.noInput,
          "The profile that is to be exported keeps nothing, there is no such channel, or nobody of that name was signed in."
        ),
        (
          ExitStatus.unavailable,
          "There is no terminal, or none that anything is known of, or the server cannot be reached, or the account is open elsewhere."
        ),
        (ExitStatus.cannotCreate, "The file of --log-file, or that of a session, cannot be written."),
        (
          ExitStatus.notSaved,
          "Not everything that was typed could be kept, an export could not be read or written, or is not whole, or not everything could be erased."
        ),
        (ExitStatus.waiting, "The message waits in the outbox, and goes out when the account is opened."),
        (ExitStatus.notAllowed, "The server does not let one in, or refuses what was sent."),
        (78, "The configuration is not right."),
        (
          ExitStatus.signal + SIGINT,
          "Ended with C-c before there was a screen, or amid an export, whose end says that it is not whole."
        ),
      ].map { (Troff.bold("\($0.0)"), $0.1) }))

  private static let example = Troff.section(
    "EXAMPLES",
    Troff.list([
      (Troff.bold("inkwell --quiet"), "The demo, in which nobody disturbs."),
      (
        Troff.bold("inkwell --login=@ann:example.org"),
        "The account of Ann, at the server that example.org names."
      ),
      (
        Troff.bold("inkwell --export-drafts=json --history > drafts.json"),
        "Takes everything along that was not sent, and what was sent and replaced."
      ),
      (Troff.bold("inkwell --log-file=/tmp/inkwell.log --log-level=debug"), "Writes down what happens."),
    ]))

  private static let seeAlso = Troff.section("SEE ALSO", ".BR inkwell\\-config (5)\n")
}

extension Option.Argument {
  /// Whether it is written as it stands.
  fileprivate var isWord: Bool { name.contains("|") }
}

extension KeyArea {
  fileprivate var title: String {
    switch self {
    case .insert: "With vi's keys, while you type"
    case .textObject: "With vi's keys, behind an operator or while text is selected"
    case .visual: "With vi's keys, while text is selected"
    case .normal: "With vi's keys, in normal mode"
    case .popup: "While something is suggested"
    case .composer: "In the composer, and wherever a line is typed"
    case .message: "While a message is chosen"
    case .panel: "In a list"
    case .global: "Everywhere"
    }
  }
}
