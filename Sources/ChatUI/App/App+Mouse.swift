import ChatControllers
import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// Dispatches mouse events: a click goes to what is under it, a drag over a draft selects text, and the wheel scrolls
  /// what is under it.
  func point(_ event: MouseEvent) {
    guard let shown else { return }
    if event.act == .drag(.left) { return drag(to: event.position, in: shown) }
    dragged = nil
    guard let target = Screen.target(at: event.position, in: shown, reusing: &memory) else { return }
    switch event.act {
    case .wheelUp: roll(3, over: target)
    case .wheelDown: roll(-3, over: target)
    case .press(.left): click(on: target)
    case .press, .release, .drag: break
    }
    inbox.wake()
  }

  /// Continues a drag that began in a draft; beyond its edge the drag goes to the nearest position.
  private func drag(to position: Position, in shown: ScreenState) {
    guard let dragged, panel == nil, let composer = focused?.composer,
      let offset = Screen.offset(nearest: position, in: dragged.place, of: shown, reusing: &memory)
    else { return }
    composer.mark(from: dragged.offset, to: offset)
    inbox.wake()
  }

  private func click(on target: ScreenTarget) {
    pendingKeys = []
    switch target {
    case .channel(let id): go(to: .channel(id))
    case .thread(let key): go(to: .thread(key))
    case .message(let id, let place):
      focus(on: place)
      focused?.point(at: id)
    case .timeline(let place): focus(on: place)
    case .text(let offset, let place):
      focus(on: place)
      focused?.selection = nil
      focused?.composer.place(caretAt: offset)
      dragged = (offset, place)
    case .section(let section): sidebar.fold(section)
    case .rest(of: .threads): show(.threads)
    case .rest(of: .channels), .rest(of: .directs): show(.switcher)
    case .drafts: show(.drafts)
    case .popupRow(let row): takeSuggestion(row)
    case .panelRow(let row): takeRow(row)
    case .sidebar, .panel: break
    }
  }

  private func focus(on place: ScreenState.Focus) {
    if place == .channel || thread != nil { focus = place }
  }

  private func takeSuggestion(_ row: Int) {
    guard let composer = focused?.composer else { return }
    while let popup = composer.popup, popup.selection != row, popup.rows.indices.contains(row) {
      respond(to: composer.perform(popup.selection < row ? .next : .previous))
    }
    respond(to: composer.perform(.accept))
  }

  private func takeRow(_ row: Int) {
    guard let panel, case .list(let list) = panel.state, list.rows.indices.contains(row) else { return }
    var selection = list.selection
    // Headings are skipped, so a step may be longer than one row; the count ends the loop if the row cannot be reached.
    for _ in list.rows where selection != row {
      settle(panel.perform(selection < row ? .next : .previous), of: panel)
      guard case .list(let now) = panel.state else { return }
      selection = now.selection
    }
    if selection == row { settle(panel.perform(.accept), of: panel) }
  }

  private func roll(_ lines: Int, over target: ScreenTarget) {
    switch target {
    case .text(_, let place) where (place == .thread ? thread : channel)?.composer.canScroll == true:
      (place == .thread ? thread : channel)?.composer.scroll(by: lines)
    case .message(_, let place), .timeline(let place), .text(_, let place):
      (place == .thread ? thread : channel)?.scroll(by: lines)
    case .panelRow, .panel:
      if let panel { settle(panel.perform(lines > 0 ? .previous : .next), of: panel) }
    case .channel, .thread, .section, .rest, .drafts, .sidebar:
      perform(lines > 0 ? .previousChannel : .nextChannel)
    case .popupRow:
      if let composer = focused?.composer { respond(to: composer.perform(lines > 0 ? .previous : .next)) }
    }
  }
}
