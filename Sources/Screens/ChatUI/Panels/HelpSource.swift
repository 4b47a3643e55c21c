import ChatDomain
import ChatScreens
import Composer

/// The help: twelve keys to start with, all current key bindings by area, the marks that format a message, and the slash
/// commands. Enter does what the row says.
struct HelpSource: ListSource {
  nonisolated enum Row: Hashable {
    case heading(String)
    case start(String)
    case key(Command)
    case line(String)
    case mark(String)
    case setting(String)
  }

  /// The section of the help to show first.
  nonisolated enum Section: Hashable {
    case start
    case keys(KeyArea)
    /// Of the keys that work everywhere, those that go to a place or list places.
    case places
    case marks
    case commands
    case settings
  }

  /// What Enter on a row does.
  struct Acts {
    /// Performs a command as its key does.
    var perform: (Command) -> Void = { _ in }
    /// Writes a command line into the composer, unless it has text.
    var write: (String) -> Bool = { _ in false }
    /// The path of the configuration.
    var configurationFile: String?
  }

  /// The things to know first, each with the commands whose keys are pressed one after the other.
  private static let start: [(meaning: String, commands: [Command])] = [
    ("send", [.composer(.send)]),
    ("start a new line", [.composer(.newline)]),
    ("go to a channel, person, thread or draft", [.global(.switcher)]),
    ("search this channel", [.global(.search)]),
    ("reply to a message", [.global(.messageMode), .message(.reply)]),
    ("edit your last message, in an empty composer", [.composer(.up)]),
    ("open the thread of a message", [.global(.messageMode), .message(.thread)]),
    ("show mentions, replies and invitations", [.global(.inbox)]),
    ("undo", [.composer(.undo)]),
    ("continue in your own editor", [.composer(.externalEditor)]),
    ("show all drafts", [.global(.drafts)]),
    ("quit; drafts are kept", [.global(.quit)]),
  ]

  /// What formats a message, and the words people look for.
  private static let marks: [(meaning: String, mark: String, words: String)] = [
    ("bold", "**words**", "strong format formatting"),
    ("italic", "*words*", "emphasis format formatting"),
    ("struck through", "~~words~~", "strikethrough format formatting"),
    ("code", "`words`", "monospace inline format formatting"),
    ("block of code", "``` on the lines before and after", "fence snippet format formatting"),
    ("list", "- item", "bullets format formatting"),
    ("quotation", "> words", "blockquote format formatting"),
    ("heading", "# words", "title format formatting"),
    ("link", "[words](address)", "url href format formatting"),
    ("spoiler", "||words||", "hide hidden format formatting"),
  ]

  /// Settings of the configuration, and the words people look for.
  private static let settings: [(meaning: String, setting: String, words: String)] = [
    ("edit with vi's keys", "keys: { style: \"vi\" }", "vim modal mode settings config option"),
    ("edit with Emacs keys", "keys: { style: \"emacs\" }", "readline settings config option"),
    ("check the spelling", "spelling: { languages: [\"en_GB\"] }", "dictionary settings config option"),
    ("change a key", "keys: { search: \"F3\" }", "rebind shortcut settings config option"),
  ]

  /// Everyday words by which a key is found, besides its meaning.
  private static let keyWords: [Command: String] = [
    .global(.quit): "exit leave close bye end program", .global(.newest): "bottom latest last end",
    .global(.oldest): "top first beginning", .vi(.textEnd): "bottom newest", .vi(.textStart): "top",
  ]

  /// Everyday words by which a command is found, besides its own.
  private static let otherWords: [SlashCommand: String] = [
    .attach: "upload file picture image photo send",
    .theme: "settings config colour color dark light mode option",
    .layout: "settings config density spacing option", .typing: "settings config option",
    .mouse: "settings config option", .notify: "settings config notifications alerts sound option",
    .mute: "silence notifications", .members: "people users who status online names",
    .dm: "private direct message conversation", .login: "account server connect sign in matrix register",
    .logout: "account sign out", .discard: "delete clear draft", .forget: "delete erase",
    .retry: "resend failed", .react: "emoji reaction", .leave: "part close channel",
    .create: "new channel room", .directory: "rooms list browse", .save: "download file",
    .sidebar: "settings config hide list option", .help: "manual commands",
    .encryption: "recovery key verify devices cross-signing backup decrypt secure e2ee",
    .accept: "verify identity trust encryption", .vi: "vim modal mode emacs settings config option",
    .quit: "exit leave close bye end program",
  ]

  let title: String
  let keys: Keys = [.accept: "run", .dismiss: "close"]
  private let acts: Acts
  private let sections: [(heading: PanelItem<Row>, candidates: [Candidate<Row>])]

  /// - Parameter first: the section that is listed before the others.
  init(keymap: Keymap, lines: [SlashCommand] = [], at first: Section? = nil, acts: Acts = Acts()) {
    self.acts = acts
    title = first == .commands ? "Commands and keys" : "Keys and commands"
    // By use: writing, messages, places, and then the rest.
    let areas: [KeyArea] = [.composer, .normal, .visual, .textObject, .insert, .message]
    let others: [KeyArea] = [.global, .panel, .popup]
    let all =
      ([.start] + areas.map(Section.keys) + [.places] + others.map(Section.keys)).filter { section in
        guard case .keys(let area) = section else { return true }
        return keymap.bindings.contains { $0.command.area == area }
      } + [.marks, .settings, .commands]
    sections = (all.filter { $0 == first } + all.filter { $0 != first }).map { section in
      switch section {
      case .start:
        (Self.heading("To start with · C- Ctrl, M- Alt"), Self.startingKeys(in: keymap))
      case .keys(let area):
        (Self.heading(area.title), Self.keys(in: keymap) { $0.area == area && !$0.goesToPlace })
      case .places: (Self.heading("Channels, threads and lists"), Self.keys(in: keymap, \.goesToPlace))
      case .marks: (Self.heading("Marks in a message"), Self.markRows())
      case .commands: (Self.heading("Commands"), Self.commands(lines))
      case .settings: (Self.heading("In config.json5, read at the start"), Self.settingRows())
      }
    }
  }

  func hint(_ keys: String) -> String {
    ["type to find", keys].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  func note(for query: String) -> String { "no matching key or command" }

  func rows(of candidates: [Candidate<Row>], matching query: String) -> [PanelItem<Row>] {
    let match = FuzzyMatch(query)
    return sections.flatMap { section in
      let found = match.filtered(section.candidates)
      return found.isEmpty ? [] : [section.heading] + found
    }
  }

  func perform(_ command: PanelCommand, on id: Row) -> PanelOutcome {
    guard command == .accept else { return .stay }
    switch id {
    case .heading, .mark: return .stay
    case .setting(let meaning):
      guard let setting = Self.settings.first(where: { $0.meaning == meaning })?.setting else { return .stay }
      return .refuse(.setting("{ \(setting) }", in: acts.configurationFile))
    case .start(let meaning):
      guard let first = Self.start.first(where: { $0.meaning == meaning })?.commands.first else {
        return .stay
      }
      return perform(first)
    case .key(let command): return perform(command)
    case .line(let name):
      if acts.write("/\(name) ") { return .close }
      // A file is attached to the text in the composer, which need not be empty.
      return name == SlashCommand.attach.name
        ? perform(.composer(.attachFile)) : .refuse(.sendFirst(thenType: name))
    }
  }

  private func perform(_ command: Command) -> PanelOutcome {
    switch command.area {
    // The first row is about sending: Enter must not send the draft of a user who only wants to close the help.
    case .composer where command == .composer(.send): return .refuse(.sendsInComposer)
    case .global, .composer:
      acts.perform(command)
      return .close
    default:
      let place = command.area.title
      return .refuse(.boundOnly("This key", place.prefix(1).lowercased() + place.dropFirst()))
    }
  }

  private static func startingKeys(in keymap: Keymap) -> [Candidate<Row>] {
    start.compactMap { meaning, commands in
      let keys = commands.compactMap { keymap.keys(of: $0).first?.description }
      guard keys.count == commands.count else { return nil }
      var shown = keys.joined(separator: " ")
      if commands.first == .global(.messageMode), let choosing = keymap.messageKeys {
        shown = "\(keys[0]), \(choosing) choose, \(keys.dropFirst().joined(separator: " "))"
      }
      let words = commands.compactMap { keyWords[$0] }
      return Candidate(.start(meaning), row(meaning, shown), matching: [meaning, "control alt meta"] + words)
    }
  }

  private static func keys(in keymap: Keymap, _ isListed: (Command) -> Bool) -> [Candidate<Row>] {
    keymap.bindings.filter { isListed($0.command) && !$0.keys.isEmpty }.map { binding in
      let keys = binding.keys.map(\.description)
      return Candidate(
        .key(binding.command), row(binding.meaning, keys.joined(separator: "  ")),
        matching: [binding.meaning, binding.command.name, keyWords[binding.command] ?? ""] + keys)
    }
  }

  private static func markRows() -> [Candidate<Row>] {
    marks.map {
      Candidate(.mark($0.meaning), row($0.meaning, $0.mark), matching: [$0.meaning, $0.mark, $0.words])
    }
  }

  private static func settingRows() -> [Candidate<Row>] {
    settings.map {
      Candidate(
        .setting($0.meaning), row($0.meaning, $0.setting), matching: [$0.meaning, $0.setting, $0.words])
    }
  }

  private static func commands(_ lines: [SlashCommand]) -> [Candidate<Row>] {
    lines.map { line in
      Candidate(
        .line(line.name), row(line.meaning, line.usage),
        matching: [line.usage, line.meaning, otherWords[line] ?? ""])
    }
  }

  /// The description is not truncated: in the help it matters most.
  private static func row(_ meaning: String, _ keys: String) -> PanelRow {
    var row = PanelRow(meaning, trailing: keys)
    row.wraps = true
    return row
  }

  private static func heading(_ text: String) -> PanelItem<Row> {
    PanelItem(.heading(text), PanelRow(text, kind: .heading))
  }
}

nonisolated extension Command {
  /// Whether it goes to a place, or shows a list of places or of what is in them.
  fileprivate var goesToPlace: Bool {
    guard case .global(let command) = self else { return false }
    return switch command {
    case .nextChannel, .previousChannel, .channel1, .channel2, .channel3, .channel4, .channel5, .channel6,
      .channel7, .channel8, .channel9, .nextUnread, .lastChannel, .switcher, .drafts, .threads, .draftHistory,
      .search, .searchEverywhere, .pins, .members, .inbox, .accounts, .directory, .otherPane, .closeThread,
      .sidebar, .foldChannels, .foldDirects, .foldThreads, .foldSpace, .nextSpace:
      true
    default: false
    }
  }
}

nonisolated extension KeyArea {
  /// The heading of the area.
  var title: String {
    switch self {
    case .insert: "With vi's keys, while you type"
    case .textObject: "With vi's keys, after an operator or while text is selected"
    case .visual: "With vi's keys, while text is selected"
    case .normal: "With vi's keys, in normal mode"
    case .popup: "While suggestions are shown"
    case .composer: "In the composer"
    case .message: "While a message is selected"
    case .panel: "In a list"
    case .global: "Everywhere"
    }
  }
}
