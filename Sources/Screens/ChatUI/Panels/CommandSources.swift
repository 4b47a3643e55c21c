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
  private let refusal: (SlashCommand) -> Notice?
  private let run: (SlashCommand, String) -> Void
  private let keep: (String) -> Void
  private var hasRun = false
  private weak var list: ListPanel<CommandSource>?

  /// - Parameters:
  ///   - refusal: why a command cannot run now; nil if it can.
  ///   - run: receives the command, and the line with its slash.
  ///   - keep: receives a line with text when the panel is closed without running it.
  init(
    offered: [SlashCommand], refusal: @escaping (SlashCommand) -> Notice?,
    run: @escaping (SlashCommand, String) -> Void, keep: @escaping (String) -> Void
  ) {
    self.offered = offered
    self.refusal = refusal
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
    let known = Self.command(named: name).flatMap { offered.contains($0) ? $0 : nil }
    // After a complete name, only the row of that command is useful.
    let found =
      known.map { [$0] } ?? NameRanking(name).ranked(offered, limit: offered.count, by: \.names)
    return found.map { PanelItem($0, PanelRow(String($0.usage.dropFirst()), detail: $0.meaning)) }
  }

  func perform(_ command: PanelCommand, on row: SlashCommand) -> PanelOutcome {
    guard command == .accept, let list else { return .stay }
    let (name, argument) = Self.words(list.query)
    guard !name.isEmpty else { return .close }
    // The first row is only the best match: a command runs if its name was typed in full or its row selected.
    let isChosen = list.choices.selection > 0
    if ViQuitting.saves(name), !isChosen { return .refuse(.savedAsYouType) }
    guard Self.command(named: name) == row || isChosen else { return .refuse(.noCommand(named: name)) }
    if let refusal = refusal(row) { return .refuse(refusal) }
    hasRun = true
    run(row, "/\(row.name)" + (argument.isEmpty ? "" : " \(argument)"))
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

  private static func command(named name: String) -> SlashCommand? {
    ViQuitting.quits(name) ? .quit : SlashCommand(typed: name)
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
