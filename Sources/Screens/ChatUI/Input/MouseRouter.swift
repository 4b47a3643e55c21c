import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Dispatches mouse events: a click goes to what is under it, a drag over a draft selects text, and the wheel scrolls
/// what is under it.
final class MouseRouter {
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let commands: CommandRunner
  private let screen: ScreenPresenter
  /// Where the mouse was pressed in a draft; nil once anything but a drag follows.
  private var dragStart: (offset: Int, pane: ScreenState.Focus)?

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar, commands: CommandRunner,
    screen: ScreenPresenter
  ) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    self.commands = commands
    self.screen = screen
  }

  func handle(_ event: MouseEvent) {
    guard let shown = screen.shown else { return }
    if event.act == .drag(.left) { return drag(to: event.position, in: shown) }
    dragStart = nil
    guard let target = Screen.target(at: event.position, in: shown, reusing: &screen.memory) else { return }
    switch event.act {
    case .wheelUp: scroll(3, over: target)
    case .wheelDown: scroll(-3, over: target)
    case .press(.left): click(on: target)
    case .press, .release, .drag: break
    }
    context.setNeedsFrame()
  }

  /// Continues a drag that began in a draft. A position outside the draft is clamped to the nearest one inside.
  private func drag(to position: Position, in shown: ScreenState) {
    guard let dragStart, navigator.panels.panel == nil, let composer = navigator.focused?.composer,
      let offset = Screen.offset(nearest: position, in: dragStart.pane, of: shown, reusing: &screen.memory)
    else { return }
    composer.select(from: dragStart.offset, to: offset)
    context.setNeedsFrame()
  }

  private func click(on target: ScreenTarget) {
    context.input.pendingKeys = []
    switch target {
    case .channel(let id): navigator.go(to: .channel(id))
    case .thread(let key): navigator.go(to: .thread(key))
    case .message(let id, let pane):
      navigator.focus(on: pane)
      navigator.focused?.point(at: id)
    case .timeline(let pane): navigator.focus(on: pane)
    case .text(let offset, let pane):
      navigator.focus(on: pane)
      navigator.focused?.selection = nil
      navigator.focused?.composer.point(at: offset)
      dragStart = (offset, pane)
    case .section(let section): sidebar.fold(section)
    case .rest(of: .threads): commands.panelActions.showThreads()
    case .rest: commands.panelActions.showSwitcher()
    case .drafts: commands.panelActions.showDrafts()
    case .popupRow(let row): acceptSuggestion(row)
    case .panelRow(let row): navigator.panels.accept(row: row)
    case .sidebar, .panel: break
    }
  }

  private func acceptSuggestion(_ row: Int) {
    guard let composer = navigator.focused?.composer else { return }
    while let popup = composer.completion.popup?.state, popup.selection != row,
      popup.rows.indices.contains(row)
    {
      commands.respond(to: composer.perform(popup.selection < row ? .next : .previous))
    }
    commands.respond(to: composer.perform(.accept))
  }

  private func scroll(_ lines: Int, over target: ScreenTarget) {
    switch target {
    case .text(_, let pane) where navigator.conversation(in: pane)?.composer.viewport.canScroll == true:
      navigator.conversation(in: pane)?.composer.scroll(by: lines)
    case .message(_, let pane), .timeline(let pane), .text(_, let pane):
      navigator.conversation(in: pane)?.scroll(by: lines)
    case .panelRow, .panel: navigator.panels.perform(lines > 0 ? .previous : .next)
    case .channel, .thread, .section, .rest, .drafts, .sidebar:
      commands.perform(lines > 0 ? GlobalCommand.previousChannel : .nextChannel)
    case .popupRow:
      guard let composer = navigator.focused?.composer else { return }
      commands.respond(to: composer.perform(lines > 0 ? PopupCommand.previous : .next))
    }
  }
}
