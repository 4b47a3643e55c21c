import ChatScreens

/// What all panels with rows are made of: a title, a line to type in, the rows and one of them chosen.
nonisolated struct ListPanel<ID: Hashable>: Hashable {
  var title: String
  var line: QueryLine?
  var list = PanelList<ID>()
  /// Instead of rows.
  var note: String?
  var hint: String

  init(title: String, line: QueryLine? = QueryLine(), note: String? = nil, hint: String) {
    self.title = title
    self.line = line
    self.note = note
    self.hint = hint
  }

  var selected: ID? { list.selected }
  /// What is looked for, without blanks around it.
  var query: String { line?.words ?? "" }

  var state: PanelState {
    var state = ListPanelState()
    state.title = title
    state.query = line?.text
    state.queryCaret = line?.caret ?? 0
    state.rows = list.items.map(\.row)
    state.selection = list.selection
    state.note = list.items.isEmpty ? note : nil
    state.hint = hint
    return .list(state)
  }

  /// - Returns: whether something else is looked for now.
  mutating func type(_ text: String) -> Bool {
    let before = query
    _ = line?.type(text)
    return query != before
  }

  /// - Returns: whether something else is looked for now.
  mutating func undo() -> Bool {
    let before = query
    _ = line?.undo()
    return query != before
  }

  /// - Returns: whether something else is looked for now.
  mutating func edit(_ command: ComposerCommand, _ ring: KillRing) -> Bool {
    let before = query
    _ = line?.edit(command, ring)
    return query != before
  }
}
