import ChatScreens

/// A panel with rows. A conforming type provides the rows that match the query and the actions on them; moving, typing and
/// updating the rows are implemented here.
protocol ListPanel: Panel {
  associatedtype ID: Hashable

  var contents: ListContents<ID> { get set }
  /// Whether something has changed since the rows were built.
  var isStale: Bool { get set }
  /// Nil if nothing changes while the panel is open.
  var services: (AppContext)? { get }
  /// The text shown while there are no rows.
  var emptyNote: String? { get }
  /// The items that match the query.
  func items() -> [PanelItem<ID>]
  /// Updates the rows if something has changed.
  func refresh()
  /// Called when the query has changed.
  func queryDidChange()
  /// Called when the selection is near the end of the rows.
  func loadMore()
  func accept(_ id: ID) -> PanelOutcome
  func remove(_ id: ID)
  func ignore(_ id: ID)
  /// - Returns: whether there was anything to restore.
  func restore() -> Bool
  func toggle()
  func answer(_ id: ID) -> PanelOutcome
  func markRead(_ id: ID)
  func markAllRead()
}

extension ListPanel {
  var state: PanelState {
    refresh()
    return contents.state
  }

  // MARK: Keys

  func perform(_ command: PanelCommand) -> PanelOutcome {
    // The rows are not updated here: the user means the item they see selected.
    if contents.rows.move(command) {
      selectionDidMove()
      return .stay
    }
    switch command {
    case .accept:
      guard let id = contents.selected else {
        return .refuse("Nothing is chosen: \(contents.note ?? "the list is empty")")
      }
      return accept(id)
    case .remove: if let id = contents.selected { remove(id) }
    case .restore: if !restore(), contents.undo() { queryDidChange() }
    case .toggle: toggle()
    case .ignore: if let id = contents.selected { ignore(id) }
    case .answer: if let id = contents.selected { return answer(id) }
    case .markRead: if let id = contents.selected { markRead(id) }
    case .markAllRead: markAllRead()
    case .dismiss: return .close
    case .next, .previous, .nextPage, .previousPage, .first, .last: break
    }
    return .stay
  }

  func select(row: Int) -> Bool {
    guard contents.rows.select(row: row) else { return false }
    selectionDidMove()
    return true
  }

  func wereShown(rows: Int) { contents.rows.wereShown(rows) }

  func type(_ text: String) -> PanelOutcome {
    if contents.type(text) { queryDidChange() }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if contents.edit(command, ring) { queryDidChange() }
    return .stay
  }

  // MARK: Rows

  /// Rebuilds the rows for the next frame.
  func becomeStale() {
    isStale = true
    services?.setNeedsFrame()
  }

  /// Handles a loaded page, or the failure to load it.
  func pageDidCome() {
    becomeStale()
    // A filter that leaves few rows may match more on the pages that are not loaded yet.
    guard !contents.query.isEmpty else { return }
    refresh()
    selectionDidMove()
  }

  func refresh() {
    guard isStale else { return }
    isStale = false
    contents.rows.show(items())
    contents.note = emptyNote
  }

  func queryDidChange() {
    isStale = false
    contents.rows.showFromStart(items())
    selectionDidMove()
    contents.note = emptyNote
  }

  private func selectionDidMove() { if contents.rows.isNearEnd { loadMore() } }

  // MARK: What some panels do not have

  var services: (AppContext)? { nil }
  var emptyNote: String? { contents.note }
  func loadMore() {}
  func remove(_ id: ID) {}
  func ignore(_ id: ID) {}
  func restore() -> Bool { false }
  func toggle() {}
  func answer(_ id: ID) -> PanelOutcome { .stay }
  func markRead(_ id: ID) {}
  func markAllRead() {}
}
