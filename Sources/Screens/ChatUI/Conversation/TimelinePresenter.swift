import ChatControllers
import ChatDomain
import ChatScreens

/// Builds the visible state of a timeline and caches it until something in it changes: a key in the composer does not rebuild
/// it.
final class TimelinePresenter {
  /// Everything that determines how the messages look.
  struct View: Equatable {
    /// The revision of the messages.
    let revision: Int
    let scroll: TimelineViewport.Scroll
    let selection: MessageID?
    let found: MessageID?
    let rows: Int
    let columns: Int
    let readMark: Timetoken?
    let loadFailure: String?
    let newBelow: Int
  }

  private var last: (view: View, state: Shared<TimelineState>)?
  private var pinned: (revision: Int, pins: [Pin])?

  var lastState: TimelineState? { last?.state.wrappedValue }

  func state(for view: View, make: () -> TimelineState) -> Shared<TimelineState> {
    if let last, last.view == view { return last.state }
    let made = make()
    let state = last?.state.replaced(by: made) ?? Shared(wrappedValue: made)
    last = (view, state)
    return state
  }

  /// The pins of the messages, cached until the revision changes.
  func pins(_ revision: Int, find: () -> [Pin]) -> [Pin] {
    if let pinned, pinned.revision == revision { return pinned.pins }
    let pins = find()
    pinned = (revision, pins)
    return pins
  }

  /// Builds the state of the messages that fit, from the lower edge up. Requests older ones if there is room for them.
  static func state(_ view: View, of conversation: Conversation, _ units: TimelineUnits) -> TimelineState {
    let (viewport, timeline) = (conversation.viewport, conversation.source.timeline)
    var state = TimelineState()
    state.selection = view.selection
    state.found = view.found
    state.newBelow = view.newBelow
    state.layout = units.layout
    guard !units.messages.isEmpty else {
      let nothing = units.isThread ? "No replies yet" : "No messages yet"
      state.placeholder = view.loadFailure ?? (timeline.isLoaded ? nothing : "Loading…")
      return state
    }
    let bottom = viewport.bottom(of: units)
    var index = bottom.unit
    var lines = -bottom.hidden
    var items: [[TimelineItem]] = []
    while index >= 0, lines < view.rows {
      lines += viewport.height(of: index, in: units)
      items.append(viewport.unit(at: index, in: units))
      index -= 1
    }
    if index < 0, timeline.hasOlder {
      items.append([.loading(view.loadFailure ?? "Loading older messages…")])
      // After a failure only scrolling retries: otherwise every frame would send a request.
      if view.loadFailure == nil { conversation.loader.loadOlder() }
    }
    state.items = items.reversed().flatMap(\.self)
    state.hiddenLines = bottom.hidden
    units.annotations.pictures.setVisible(state.pictures, in: units.place)
    return state
  }
}

extension TimelineState {
  /// The files that are shown as pictures.
  fileprivate var pictures: [FileAttachment] {
    var files: [FileAttachment] = []
    for case .message(let shared) in items where !shared.wrappedValue.pictures.isEmpty {
      let row = shared.wrappedValue
      files += zip(row.message.files, row.pictures).compactMap { $1 == nil ? nil : $0 }
    }
    return files
  }
}
