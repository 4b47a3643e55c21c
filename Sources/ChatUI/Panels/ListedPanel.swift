import ChatScreens

/// A panel with rows. It says what its rows are and what happens to them; how one moves and types is here.
protocol ListedPanel: Panel {
  associatedtype ID: Hashable

  var panel: ListPanel<ID> { get set }
  /// Brings the rows up to date when something happened since.
  func refresh()
  /// Something else is looked for.
  func queryDidChange()
  func selectionDidMove()
  func accept(_ id: ID) -> PanelOutcome
  func remove(_ id: ID)
  /// - Returns: whether there was something to take back.
  func restore() -> Bool
  func toggle()
}

extension ListedPanel {
  var state: PanelState {
    refresh()
    return panel.state
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    // The rows are not brought up to date here: what the person sees chosen is what they mean.
    if panel.list.move(command) {
      selectionDidMove()
      return .stay
    }
    switch command {
    case .accept: if let id = panel.selected { return accept(id) }
    case .remove: if let id = panel.selected { remove(id) }
    case .restore: if !restore(), panel.undo() { queryDidChange() }
    case .toggle: toggle()
    case .dismiss: return .close
    case .next, .previous, .nextPage, .previousPage, .first, .last: break
    }
    return .stay
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
