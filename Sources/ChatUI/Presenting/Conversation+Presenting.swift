import ChatControllers
import ChatDomain
import ChatScreens

extension Conversation {
  private var nothing: String { isThread ? "No replies yet" : "Nothing was said here yet" }

  /// As many messages as there is room for, from the lower edge up.
  func presented() -> TimelineState {
    var state = TimelineState()
    let units = units
    state.selection = selection
    state.newBelow = newBelow
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
      // What failed is asked for again by whoever scrolls, and not with every frame.
      if loadFailure == nil { loadOlder() }
    }
    state.items = items.reversed().flatMap(\.self)
    state.hiddenLines = bottom.hidden
    return state
  }
}
