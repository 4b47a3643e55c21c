import ChatControllers
import ChatDomain
import ChatScreens

extension Conversation {
  /// Everything that determines how the messages look.
  struct View: Equatable {
    /// Counts the changes of the messages.
    let revision: Int
    let scroll: TimelineScroll
    let selection: MessageID?
    let found: MessageID?
    let rows: Int
    let columns: Int
    let readMark: Timetoken?
    let loadFailure: String?
    let newBelow: Int
  }

  private var nothing: String { isThread ? "No replies yet" : "Nothing was said here yet" }

  /// As many messages as fit, from the lower edge up.
  func presented() -> TimelineState {
    placeReadMark()
    let view = View(
      revision: revision, scroll: scroll, selection: selected?.id, found: found, rows: rows, columns: columns,
      readMark: readMark, loadFailure: loadFailure, newBelow: newBelow)
    if let lastPresented, lastPresented.view == view { return lastPresented.state }
    let state = present()
    lastPresented = (view, state)
    return state
  }

  private func present() -> TimelineState {
    var state = TimelineState()
    let units = units
    state.selection = selected?.id
    state.found = found
    state.newBelow = newBelow
    state.timeWidth = stage.calendar.timeWidth
    guard !units.messages.isEmpty else {
      state.placeholder = loadFailure ?? (source.timeline.isLoaded ? nothing : "Loading…")
      return state
    }
    let bottom = scroll.bottom(index: { self.source.timeline.index(of: $0) }, count: units.messages.count)
    var index = bottom.unit
    var lines = -bottom.hidden
    var items: [[TimelineItem]] = []
    while index >= 0, lines < rows {
      lines += height(of: index, in: units)
      items.append(units.unit(at: index))
      index -= 1
    }
    if index < 0, source.timeline.hasOlder {
      items.append([.loading(loadFailure ?? "Older messages are on their way…")])
      // After a failure, only scrolling requests it again, and not every frame.
      if loadFailure == nil { loadOlder() }
    }
    state.items = items.reversed().flatMap(\.self)
    state.hiddenLines = bottom.hidden
    return state
  }
}
