import ChatDomain
import ChatScreens
import TerminalScreen

extension App {
  /// A click goes to what is under it, the wheel scrolls.
  func point(_ event: MouseEvent) {
    guard panel == nil, let layout else { return }
    let isOnThread = layout.thread.map { pane in
      [pane.header, pane.timeline, pane.text, pane.notes].contains { $0.contains(event.position) }
    }
    switch event.act {
    case .wheelUp: (isOnThread == true ? thread : channel)?.scroll(by: 3)
    case .wheelDown: (isOnThread == true ? thread : channel)?.scroll(by: -3)
    case .press(.left):
      if let isOnThread, layout.channel != nil { focus = isOnThread ? .thread : .channel }
    case .press, .release, .drag: break
    }
    inbox.wake()
  }
}
