import Glibc

@testable import Composer
@testable import inkwell

/// inkwell(1), generated from the program's own tables.
enum ManualPage {
  static let inkwell =
    [
      ".\\\" Made from the tables of the program by `make docs`: change those.",
      ".TH INKWELL 1 \"\(Version.date)\" \"\(Version.name)\" \"User Commands\"", "",
    ].joined(separator: "\n")
    + [
      Troff.section("NAME", "inkwell \\- a chat client that never loses what you type\n"),
      Troff.section("SYNOPSIS", ".B inkwell\n[\\fIOPTION\\fR]...\n"),
      description, options, composing, commandSection, keySection, files, environment, status, example,
      seeAlso,
    ].joined()

  private static let description = Troff.section(
    "DESCRIPTION",
    Troff.words(
      "*inkwell* is a chat client for the terminal. Typed text is saved before the screen shows it, as one draft for each "
        + "channel and each thread, with its mentions, channels and links. Leaving a channel, editing a message or quitting "
        + "loses nothing. Messages wait for a connection and are sent in order."),
    Troff.words(
      "Without options it starts a demo that needs no account: a few channels, and people who answer. Only your own drafts "
        + "survive the end of the demo. With *--login* it opens an account at a Matrix server."
    ))

  private static let options = Troff.section(
    "OPTIONS",
    Troff.words(
      "A long option may be abbreviated if it is unambiguous; its argument follows = or is the next word."
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
      "*@* suggests people, *#* channels, *:* emoji and */* commands; Tab accepts a suggestion, which becomes an element that is "
        + "moved and deleted as a whole. Pasting an address over a marked region makes it a link."
    ),
    Troff.words(
      "A text that begins with two slashes is sent with one. Each channel and each thread has its own draft."
    ))

  /// The commands, as in the help screen.
  static let commands: [(usage: String, meaning: String)] = SlashCommand.allCases.map {
    ($0.usage, $0.meaning)
  }

  private static let commandSection = Troff.section(
    "COMMANDS",
    Troff.words("A line that begins with a slash and one of these words is executed and not sent."),
    Troff.list(commands.map { (Troff.bold($0.usage), $0.meaning) }))

  /// The default keys.
  static let keys: [(usage: String, meaning: String)] = KeyTable.bindings.map { binding in
    (binding.keys.map(\.description).joined(separator: ", "), binding.meaning)
  }

  private static let keySection =
    Troff.section(
      "KEYS",
      Troff.words(
        "C- is Control, M- is Alt or Escape before the key, S- is Shift. Keys can be rebound under the names that *inkwell "
          + "--print-keys* lists, see *inkwell-config*(5); F1 lists the active ones.")
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
        "The data of a profile, by default demo. Only its owner can read it. Without XDG_STATE_HOME it is under ~/.local/state."
      ),
      (
        Troff.italic("$XDG_STATE_HOME/inkwell/NAME@SERVER/"),
        "The same for an account, and session.json with the access token, which only its owner can read."
      ),
      (
        Troff.italic("$XDG_CACHE_HOME/inkwell/files/"),
        "Files of messages that were opened. Without XDG_CACHE_HOME it is under ~/.cache."
      ),
    ]))

  private static let environment = Troff.section(
    "ENVIRONMENT",
    Troff.list([
      (Troff.bold("NO_COLOR"), "If it is set and not empty, no colours are used."),
      (Troff.bold("COLORTERM"), "With truecolor or 24bit, colours are not rounded to a palette."),
      (
        "\(Troff.bold("VISUAL")), \(Troff.bold("EDITOR"))",
        "The editor for drafts; vi if neither is set."
      ),
      (
        Troff.bold("BROWSER"),
        "Commands that open links, separated by colons and tried in turn, with %s for the link; xdg-open if it is not set."
      ),
      (Troff.bold("TERM"), "The kind of the terminal."),
    ]))

  private static let status = Troff.section(
    "EXIT STATUS",
    Troff.list(
      [
        (ExitStatus.success, "Success; everything typed is saved."),
        (ExitStatus.usage, "Invalid options."),
        (ExitStatus.badData, "The input of --send is empty or not text."),
        (
          ExitStatus.noInput,
          "The exported profile is empty, the channel does not exist, or the account was never signed in here."
        ),
        (
          ExitStatus.unavailable,
          "There is no terminal, or it is unknown; the server cannot be reached; or the account is open in another program."
        ),
        (ExitStatus.cannotCreate, "The log file or the session file cannot be written."),
        (
          ExitStatus.notSaved,
          "Something typed could not be saved, an export failed or is incomplete, or not everything could be erased."
        ),
        (ExitStatus.waiting, "The message waits in the outbox, and is sent when the account is opened."),
        (ExitStatus.notAllowed, "The server refuses the sign-in or the message."),
        (78, "The configuration has a mistake."),
        (
          ExitStatus.signal + SIGINT,
          "C-c before there was a screen, or during an export, whose end then says that it is incomplete."
        ),
      ].map { (Troff.bold("\($0.0)"), $0.1) }))

  private static let example = Troff.section(
    "EXAMPLES",
    Troff.list([
      (Troff.bold("inkwell --quiet"), "The demo without messages of others."),
      (
        Troff.bold("inkwell --login=@ann:example.org"),
        "Ann's account, at the server of example.org."
      ),
      (
        Troff.bold("inkwell --export-drafts=json --history > drafts.json"),
        "Exports all drafts and their history."
      ),
      (Troff.bold("inkwell --log-file=/tmp/inkwell.log --log-level=debug"), "Writes a detailed log."),
    ]))

  private static let seeAlso = Troff.section("SEE ALSO", ".BR inkwell\\-config (5)\n")
}

extension Option.Argument {
  /// Whether it is written literally.
  fileprivate var isWord: Bool { name.contains("|") }
}

extension KeyArea {
  fileprivate var title: String {
    switch self {
    case .insert: "With vi's keys, while you type"
    case .textObject: "With vi's keys, after an operator or while text is selected"
    case .visual: "With vi's keys, while text is selected"
    case .normal: "With vi's keys, in normal mode"
    case .popup: "While suggestions are shown"
    case .composer: "In the composer, and wherever a line is typed"
    case .message: "While a message is selected"
    case .panel: "In a list"
    case .global: "Everywhere"
    }
  }
}

/// The part of the manual page language that is needed.
enum Troff {
  /// Escapes text: a hyphen can be copied, and a dot at the start of a line is not a request.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case "`": escaped += "\\(ga"
      case "'": escaped += "\\(aq"
      case "…": escaped += "\\&..."
      case "“": escaped += "\\(lq"
      case "”": escaped += "\\(rq"
      default: escaped.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  static func section(_ title: String, _ paragraphs: String...) -> String {
    // A list starts its own paragraph.
    ".SH \(title)\n"
      + paragraphs.enumerated().map { ($0 > 0 && !$1.hasPrefix(".TP") ? ".PP\n" : "") + $1 }.joined()
  }

  /// A paragraph; text between asterisks is bold.
  static func words(_ text: String) -> String {
    text.split(separator: "*", omittingEmptySubsequences: false).enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(String(part)) : bold(String(part))
    }.joined() + "\n"
  }

  /// Terms with their meanings. The terms are already marked up.
  static func list(_ items: [(term: String, meaning: String)]) -> String {
    items.map { ".TP\n\($0.term)\n\(escaped($0.meaning))\n" }.joined()
  }
}
