import ChatScreens

/// The current key bindings, area by area, and the slash commands.
struct HelpSource: ListSource {
  nonisolated enum Row: Hashable {
    case heading(String)
    case key(Command)
    case line(String)
  }

  /// The section of the help to show first.
  nonisolated enum Section: Hashable {
    case keys(KeyArea)
    case commands
  }

  /// A command line that a composer understands: "/join", "come into a channel".
  typealias Line = (name: String, meaning: String)

  let title: String
  let keys: Keys = [.dismiss: "close"]
  private let sections: [(heading: PanelItem<Row>, candidates: [Candidate<Row>])]

  /// - Parameter first: the section that is listed before the others.
  init(keymap: Keymap, lines: [Line] = [], at first: Section? = nil) {
    title = first == .commands ? "Commands and keys" : "Keys and commands"
    let areas = KeyArea.allCases.filter { area in keymap.bindings.contains { $0.command.area == area } }
    let all = areas.map(Section.keys) + [.commands]
    sections = (all.filter { $0 == first } + all.filter { $0 != first }).map { section in
      switch section {
      case .keys(let area): (Self.heading(area.title), Self.keys(of: area, in: keymap))
      case .commands: (Self.heading("Commands"), Self.commands(lines))
      }
    }
  }

  func hint(_ keys: String) -> String {
    ["type to find", keys].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  func note(for query: String) -> String { "no key and no command does that" }

  func rows(of candidates: [Candidate<Row>], matching query: String) -> [PanelItem<Row>] {
    let match = FuzzyMatch(query)
    return sections.flatMap { section in
      let found = match.filtered(section.candidates)
      return found.isEmpty ? [] : [section.heading] + found
    }
  }

  func perform(_ command: PanelCommand, on id: Row) -> PanelOutcome { .stay }

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
    case .textObject: "With vi's keys, behind an operator or while text is selected"
    case .visual: "With vi's keys, while text is selected"
    case .normal: "With vi's keys, in normal mode"
    case .popup: "While something is suggested"
    case .composer: "In the composer"
    case .message: "While a message is chosen"
    case .panel: "In a list"
    case .global: "Everywhere"
    }
  }
}
