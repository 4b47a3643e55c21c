import ChatDomain
import ChatScreens
import Composer

/// The line that vi's `:` opens: a command without its slash. Closing it returns to normal mode.
final class CommandSource: ListSource {
  /// Long enough for the text of a message after a command.
  static let limit = 100_000

  let title = "Command"
  let keys: Keys = [.accept: "run", .toggle: "complete", .dismiss: "close"]
  private let offered: [SlashCommand]
  private let run: (String) -> Void
  private let keep: (String) -> Void
  private var hasRun = false
  private weak var list: ListPanel<CommandSource>?

  /// - Parameters:
  ///   - run: receives the line with its slash.
  ///   - keep: receives a line with text when the panel is closed without running it.
  init(offered: [SlashCommand], run: @escaping (String) -> Void, keep: @escaping (String) -> Void) {
    self.offered = offered
    self.run = run
    self.keep = keep
  }

  func note(for query: String) -> String { "no such command" }

  func open(in list: ListPanel<CommandSource>) { self.list = list }

  func close() {
    guard let query = list?.query, !hasRun, !Self.words(query).argument.isEmpty else { return }
    keep("/" + query)
  }

  func rows(of candidates: [Candidate<SlashCommand>], matching query: String) -> [PanelItem<SlashCommand>] {
    let name = Self.words(query).name
    let known = SlashCommand(typed: name).flatMap { offered.contains($0) ? $0 : nil }
    // After a complete name, only the row of that command is useful.
    let found =
      known.map { [$0] } ?? NameRanking(name).ranked(offered, limit: offered.count) { [$0.name] }
    return found.map { PanelItem($0, PanelRow(String($0.usage.dropFirst()), detail: $0.meaning)) }
  }

  func perform(_ command: PanelCommand, on row: SlashCommand) -> PanelOutcome {
    guard command == .accept, let list else { return .stay }
    let (name, argument) = Self.words(list.query)
    guard !name.isEmpty else { return .close }
    // The first row is only the best match: a command runs if its name was typed in full or its row selected.
    guard SlashCommand(typed: name) == row || list.choices.selection > 0 else {
      return .refuse("No command named \(name) · Tab completes it")
    }
    hasRun = true
    run("/\(row.name)" + (argument.isEmpty ? "" : " \(argument)"))
    return .close
  }

  /// Tab completes the name of the selected command.
  func perform(_ command: PanelCommand) -> PanelOutcome? {
    guard command == .toggle, let list, let row = list.choices.selected,
      Self.words(list.query).argument.isEmpty
    else { return nil }
    list.replaceQuery(with: QueryLine(row.name + (row.arguments.isEmpty ? "" : " "), limit: Self.limit))
    return .stay
  }

  private static func words(_ query: String) -> (name: String, argument: String) {
    let name = query.prefix { !$0.isWhitespace }
    return (name.lowercased(), String(query[name.endIndex...].drop(while: \.isWhitespace)))
  }
}

/// A choice by name from a fixed list: emoji, or items of a message to open.
struct ChoiceSource<Value>: ListSource {
  var keys: Keys { [.accept: "choose", .dismiss: "close"] }
  /// A value, its row, and the names that it is matched by.
  typealias Choice = (value: Value, row: PanelRow, names: [String])

  let title: String
  /// In the order in which they are shown while the query is empty.
  let choices: [Choice]
  /// The text shown when no name matches the query.
  var note = "nothing by that name"
  /// Called with the chosen value.
  let choose: (Value) -> Void

  func note(for query: String) -> String { note }

  func candidates() -> [Candidate<Int>] {
    choices.enumerated().map { Candidate($0, $1.row, matching: $1.names) }
  }

  func rows(of candidates: [Candidate<Int>], matching query: String) -> [PanelItem<Int>] {
    FuzzyMatch(query).ranked(candidates, limit: 200)
  }

  func perform(_ command: PanelCommand, on id: Int) -> PanelOutcome {
    guard command == .accept else { return .stay }
    choose(choices[id].value)
    return .close
  }
}

/// The help: twelve keys to start with, all current key bindings by area, and the slash commands.
struct HelpSource: ListSource {
  nonisolated enum Row: Hashable {
    case heading(String)
    case start(String)
    case key(Command)
    case line(String)
  }

  /// The section of the help to show first.
  nonisolated enum Section: Hashable {
    case start
    case keys(KeyArea)
    case commands
  }

  /// The things to know first, each with the commands whose keys do it one after the other.
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

  /// A command line that a composer understands: "/join", "come into a channel".
  typealias Line = (name: String, meaning: String)

  let title: String
  let keys: Keys = [.dismiss: "close"]
  private let sections: [(heading: PanelItem<Row>, candidates: [Candidate<Row>])]

  /// - Parameter first: the section that is listed before the others.
  init(keymap: Keymap, lines: [Line] = [], at first: Section? = nil) {
    title = first == .commands ? "Commands and keys" : "Keys and commands"
    let areas = KeyArea.allCases.filter { area in keymap.bindings.contains { $0.command.area == area } }
    let all = [.start] + areas.map(Section.keys) + [.commands]
    sections = (all.filter { $0 == first } + all.filter { $0 != first }).map { section in
      switch section {
      case .start: (Self.heading("To start with"), Self.startingKeys(in: keymap))
      case .keys(let area): (Self.heading(area.title), Self.keys(of: area, in: keymap))
      case .commands: (Self.heading("Commands"), Self.commands(lines))
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

  func perform(_ command: PanelCommand, on id: Row) -> PanelOutcome { .stay }

  private static func startingKeys(in keymap: Keymap) -> [Candidate<Row>] {
    start.compactMap { meaning, commands in
      let keys = commands.compactMap { keymap.keys(of: $0).first?.description }
      guard keys.count == commands.count else { return nil }
      return Candidate(
        .start(meaning), row(meaning, keys.joined(separator: " ")), matching: [meaning])
    }
  }

  private static func keys(of area: KeyArea, in keymap: Keymap) -> [Candidate<Row>] {
    keymap.bindings.filter { $0.command.area == area && !$0.keys.isEmpty }.map { binding in
      let keys = binding.keys.map(\.description)
      return Candidate(
        .key(binding.command), row(binding.meaning, keys.joined(separator: "  ")),
        matching: [binding.meaning, binding.command.name] + keys)
    }
  }

  private static func commands(_ lines: [Line]) -> [Candidate<Row>] {
    lines.map { Candidate(.line($0.name), row($0.meaning, $0.name), matching: [$0.name, $0.meaning]) }
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
