import ChatDomain
import ChatScreens

/// The current key bindings, area by area, and the slash commands.
final class HelpPanel: ListPanel {
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

  var contents: ListContents<Row>
  var isStale = true
  private let sections: [(heading: PanelItem<Row>, candidates: [Candidate<Row>])]

  /// - Parameters:
  ///   - text: the initial query.
  ///   - first: the section that is listed before the others.
  init(keymap: Keymap, lines: [Line] = [], text: String = "", at first: Section? = nil) {
    let areas = KeyArea.allCases.filter { area in keymap.bindings.contains { $0.command.area == area } }
    let all = areas.map(Section.keys) + [.commands]
    sections = (all.filter { $0 == first } + all.filter { $0 != first }).map { section in
      switch section {
      case .keys(let area): Self.section(of: area, in: keymap)
      case .commands: Self.section(of: lines)
      }
    }
    contents = ListContents(
      title: first == .commands ? "Commands and keys" : "Keys and commands", line: QueryLine(text),
      note: "no key and no command does that",
      hint: ["type to find", keymap.hint((.panel(.dismiss), "close"))].filter { !$0.isEmpty }.joined(
        separator: " · "))
    refresh()
  }

  func items() -> [PanelItem<Row>] {
    let match = FuzzyMatch(contents.query)
    var items: [PanelItem<Row>] = []
    for section in sections {
      let found = match.filtered(section.candidates)
      if !found.isEmpty { items += [section.heading] + found }
    }
    return items
  }

  func accept(_ id: Row) -> PanelOutcome { .stay }

  private static func section(
    of area: KeyArea, in keymap: Keymap
  ) -> (heading: PanelItem<Row>, candidates: [Candidate<Row>]) {
    let bindings = keymap.bindings.filter { $0.command.area == area && !$0.keys.isEmpty }
    return (
      heading(area.title),
      bindings.map { binding in
        let keys = binding.keys.map(\.description)
        return Candidate(
          PanelItem(.key(binding.command), row(binding.meaning, keys.joined(separator: "  "))),
          [binding.meaning, binding.command.name] + keys)
      }
    )
  }

  private static func section(of lines: [Line]) -> (
    heading: PanelItem<Row>, candidates: [Candidate<Row>]
  ) {
    (
      heading("Commands"),
      lines.map { line in
        Candidate(
          PanelItem(.line(line.name), row(line.meaning, line.name)), [line.name, line.meaning])
      }
    )
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
