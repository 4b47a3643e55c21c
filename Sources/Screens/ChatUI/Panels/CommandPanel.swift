import ChatScreens

/// The line that vi's `:` opens: a command without its slash. Closing it returns to normal mode.
final class CommandPanel: ListPanel {
  var contents: ListContents<SlashCommand>
  var isStale = true
  private let offered: [SlashCommand]
  private let run: (String) -> Void
  private let keep: (String) -> Void
  private var hasRun = false
  /// Long enough for the text of a message after a command.
  private static let limit = 100_000

  /// - Parameters:
  ///   - run: receives the line with its slash.
  ///   - keep: receives a line with text when the panel is closed without running it.
  init(
    keymap: Keymap, offered: [SlashCommand], run: @escaping (String) -> Void,
    keep: @escaping (String) -> Void
  ) {
    self.offered = offered
    self.run = run
    self.keep = keep
    contents = ListContents(
      title: "Command", line: QueryLine(limit: Self.limit), note: "no such command",
      hint: keymap.hint(
        (.panel(.accept), "run"), (.panel(.toggle), "complete"), (.panel(.dismiss), "close")))
    refresh()
  }

  private var words: (name: String, argument: String) {
    let query = contents.query
    let name = query.prefix { !$0.isWhitespace }
    return (name.lowercased(), String(query[name.endIndex...].drop(while: \.isWhitespace)))
  }

  func items() -> [PanelItem<SlashCommand>] {
    let name = words.name
    let known = SlashCommand(typed: name).flatMap { offered.contains($0) ? $0 : nil }
    // After a complete name, only the row of that command is useful.
    let found =
      known.map { [$0] } ?? NameRanking(name).ranked(offered, limit: offered.count) { [$0.name] }
    return found.map { command in
      let usage = command.usage.dropFirst()
      return PanelItem(command, PanelRow(String(usage), detail: command.meaning))
    }
  }

  func accept(_ command: SlashCommand) -> PanelOutcome {
    let (name, argument) = words
    guard !name.isEmpty else { return .close }
    // The first row is only the best match: a command runs if its name was typed in full or its row selected.
    guard SlashCommand(typed: name) == command || contents.rows.selection > 0 else {
      return .refuse("There is no command \(name) · Tab completes it")
    }
    hasRun = true
    run("/\(command.name)" + (argument.isEmpty ? "" : " \(argument)"))
    return .close
  }

  func close() {
    if !hasRun, !words.argument.isEmpty { keep("/" + contents.query) }
  }

  /// Completes the name of the selected command.
  func toggle() {
    guard let command = contents.selected, words.argument.isEmpty else { return }
    contents.line = QueryLine(command.name + (command.arguments.isEmpty ? "" : " "), limit: Self.limit)
    queryDidChange()
  }
}
