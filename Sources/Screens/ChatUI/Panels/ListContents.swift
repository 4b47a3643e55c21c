import ChatScreens

/// The common parts of all list panels: a title, a query line, the rows and the selected row.
nonisolated struct ListContents<ID: Hashable>: Hashable {
  var title: String
  var line: QueryLine?
  var rows = SelectableRows<ID>()
  /// The text shown instead of rows.
  var note: String?
  var hint: String

  init(title: String, line: QueryLine? = QueryLine(), note: String? = nil, hint: String) {
    self.title = title
    self.line = line
    self.note = note
    self.hint = hint
  }

  var selected: ID? { rows.selected }
  /// The query, without surrounding blanks.
  var query: String { line?.words ?? "" }

  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line?.text
    state.queryCaret = line?.caret ?? 0
    state.rows = rows.items.map(\.row)
    state.selection = rows.selection
    state.note = rows.items.isEmpty ? note : nil
    state.hint = hint
    return .list(state)
  }

  /// - Returns: whether the query changed.
  mutating func type(_ text: String) -> Bool {
    let before = query
    _ = line?.type(text)
    return query != before
  }

  /// - Returns: whether the query changed.
  mutating func undo() -> Bool {
    let before = query
    _ = line?.undo()
    return query != before
  }

  /// - Returns: whether the query changed.
  mutating func edit(_ command: ComposerCommand, _ ring: KillRing) -> Bool {
    let before = query
    _ = line?.edit(command, ring)
    return query != before
  }
}
