import ChatScreens

/// A panel with rows. It provides the rows and their actions; moving and typing are implemented here.
protocol ListedPanel: Panel {
  associatedtype ID: Hashable

  var panel: ListPanel<ID> { get set }
  /// Updates the rows if something has changed.
  func refresh()
  /// Called when the query has changed.
  func queryDidChange()
  func selectionDidMove()
  func accept(_ id: ID) -> PanelOutcome
  func remove(_ id: ID)
  /// - Returns: whether there was anything to restore.
  func restore() -> Bool
  func toggle()
}

extension ListedPanel {
  var state: PanelState {
    refresh()
    return panel.state
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    // The rows are not updated here: the user means the item they see selected.
    if panel.list.move(command) {
      selectionDidMove()
      return .stay
    }
    switch command {
    case .accept:
      guard let id = panel.selected else {
        return .refuse("Nothing is chosen: \(panel.note ?? "the list is empty")")
      }
      return accept(id)
    case .remove: if let id = panel.selected { remove(id) }
    case .restore: if !restore(), panel.undo() { queryDidChange() }
    case .toggle: toggle()
    case .dismiss: return .close
    case .next, .previous, .nextPage, .previousPage, .first, .last: break
    }
    return .stay
  }

  func select(row: Int) -> Bool {
    guard panel.list.select(row: row) else { return false }
    selectionDidMove()
    return true
  }

  func type(_ text: String) -> PanelOutcome {
    if panel.type(text) { queryDidChange() }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if panel.edit(command, ring) { queryDidChange() }
    return .stay
  }

  func refresh() {}
  func selectionDidMove() {}
  func remove(_ id: ID) {}
  func restore() -> Bool { false }
  func toggle() {}
}
