import TerminalScreen

/// Results of one frame that are still valid for the next, so that a key in a long draft costs only what it changes.
///
/// It does not affect the resulting frames. Keep one as long as the screen exists, and pass it to every call. Copies share the
/// last drawn screen, which drawing changes: do not draw with both.
public struct ScreenMemory {
  private var channel = ComposerLayout(text: "", width: 1)
  private var thread = ComposerLayout(text: "", width: 1)
  /// Pass it to a `TimelineMeasure`, so that measuring and drawing wrap each message once.
  public let messageBlocks = MessageBlocks()
  /// The last frame without suggestions and panels.
  var last: DrawnScreen?

  public init() {}

  /// The layout of a draft, for the composer of the channel or of the thread.
  mutating func layout(
    of composer: Shared<ComposerState>, width: Int, in place: ScreenState.Focus
  ) -> ComposerLayout {
    switch place {
    case .channel: Self.update(&channel, composer.wrappedValue, width)
    case .thread: Self.update(&thread, composer.wrappedValue, width)
    }
  }

  private static func update(
    _ layout: inout ComposerLayout, _ composer: ComposerState, _ width: Int
  ) -> ComposerLayout {
    let mentions = composer.showsSigns ? composer.mentions : []
    if layout.isOf(composer.text, signing: mentions, width: width) { return layout }
    layout = ComposerLayout(text: composer.text, signing: mentions, width: width, reusing: layout)
    return layout
  }
}

/// The last frame without suggestions and panels. As long as the layout stays the same, the next frame draws only the changed
/// panes over it: most frames follow a key in a composer, or a page of messages.
final class DrawnScreen {
  private var state: ScreenState
  private let layout: ScreenLayout
  private let sidebarParts: SidebarParts?
  private(set) var canvas: Canvas
  private var channelComposer: ComposerPane?
  private var threadComposer: ComposerPane?

  /// Draws all panes.
  init(_ state: ScreenState, _ layout: ScreenLayout, reusing memory: inout ScreenMemory) {
    self.state = state
    self.layout = layout
    sidebarParts = layout.sidebar.map { SidebarParts(state.sidebar, in: $0) }
    canvas = Canvas(state.size, state.theme)
    let sidebar = Self.sidebar(of: state, layout, sidebarParts)
    sidebar?.strokes(on: &canvas)
    strokeLines()
    canvas.drawLines()
    sidebar?.drawHeadings(on: &canvas)
    sidebar?.drawList(on: &canvas)
    if let places = layout.channel {
      HeaderPane(header: state.header).draw(in: places.header, on: &canvas)
      TimelinePane(timeline: state.timeline).draw(
        in: places.timeline, on: &canvas, reusing: memory.messageBlocks)
    }
    if let places = layout.thread, let thread = state.thread {
      ThreadPane(thread: thread).draw(in: places, on: &canvas, reusing: memory.messageBlocks)
    }
    canvas.endMessageLinks()
    drawComposers(reusing: &memory)
    StatusPane(status: state.status).draw(in: layout.status, on: &canvas)
  }

  private static func sidebar(
    of state: ScreenState, _ layout: ScreenLayout, _ parts: SidebarParts?
  ) -> SidebarPane? {
    guard let rect = layout.sidebar, let parts else { return nil }
    return SidebarPane(sidebar: state.sidebar, parts: parts, rect: rect)
  }

  /// The lines below each timeline, and between channel and thread.
  private func strokeLines() {
    for pane in [layout.channel, layout.thread] {
      guard let rule = pane?.rule, !rule.isEmpty else { continue }
      // From the middle of the left line to the middle of the right line, so that they join.
      let left = rule.column > 0 ? rule.column - 1 : rule.column
      let right = rule.endColumn < canvas.grid.size.columns ? rule.endColumn + 1 : rule.endColumn
      canvas.stroke(row: rule.row, columns: left..<right)
    }
    if let divider = layout.divider {
      canvas.stroke(column: divider.column, rows: divider.row..<divider.endRow)
    }
  }

  /// Whether the frame of another state has the same lines, headings and replies, and its panes in the same places.
  func canReuse(for next: ScreenState, in nextLayout: ScreenLayout) -> Bool {
    state.size == next.size && state.$theme == next.$theme && state.focus == next.focus
      && layout == nextLayout
      // The composer behind a panel has no caret.
      && (state.panel == nil) == (next.panel == nil)
      && hasSameReplies(in: next) && hasSameSidebarLines(in: next)
  }

  private func hasSameReplies(in next: ScreenState) -> Bool {
    if state.$thread.isSame(as: next.$thread), next.thread == nil || state.$timeline == next.$timeline {
      return true
    }
    guard let thread = state.thread, let nextThread = next.thread else {
      return state.thread == nil && next.thread == nil
    }
    // A thread's links follow the channel's in the frame's links.
    return state.$timeline == next.$timeline && thread.timeline == nextThread.timeline
      && thread.parent == nextThread.parent && thread.title == nextThread.title
  }

  private func hasSameSidebarLines(in next: ScreenState) -> Bool {
    layout.sidebar == nil || state.$sidebar.isSame(as: next.$sidebar)
      || state.sidebar.hasSameHeadings(as: next.sidebar) && state.sidebar.hasSameShape(as: next.sidebar)
  }

  /// Draws the panes that differ in the next state.
  func draw(_ next: ScreenState, reusing memory: inout ScreenMemory) {
    let last = state
    state = next
    if let sidebarParts, !last.$sidebar.isSame(as: next.$sidebar) {
      SidebarList(sidebar: next.sidebar, parts: sidebarParts).draw(after: last.sidebar, on: &canvas)
    }
    var redrawsComposers = last.$composer != next.$composer || last.$thread != next.$thread
    if let channel = layout.channel {
      if last.$header != next.$header {
        canvas.clear(channel.header)
        HeaderPane(header: next.header).draw(in: channel.header, on: &canvas)
      }
      if last.$timeline != next.$timeline {
        canvas.forgetLinks()
        canvas.forgetPictures()
        canvas.clear(channel.timeline)
        TimelinePane(timeline: next.timeline).draw(
          in: channel.timeline, on: &canvas, reusing: memory.messageBlocks)
        canvas.endMessageLinks()
        // The composers' links follow those of the messages.
        redrawsComposers = true
      }
    }
    if redrawsComposers { drawComposers(reusing: &memory) }
    if last.$status != next.$status {
      canvas.clear(layout.status)
      StatusPane(status: next.status).draw(in: layout.status, on: &canvas)
    }
  }

  /// Draws both composers, because they share the cursor and the links after those of the messages.
  private func drawComposers(reusing memory: inout ScreenMemory) {
    canvas.cursor = nil
    canvas.forgetComposerLinks()
    let channel = memory.composer(in: .channel, of: state, layout)
    channel?.draw(after: channelComposer, on: &canvas)
    channelComposer = channel
    let thread = memory.composer(in: .thread, of: state, layout)
    thread?.draw(after: threadComposer, on: &canvas)
    threadComposer = thread
  }
}

extension ScreenMemory {
  /// A composer, if it is shown.
  mutating func composer(
    in place: ScreenState.Focus, of state: ScreenState, _ layout: ScreenLayout
  ) -> ComposerPane? {
    let composer = place == .channel ? state.$composer : state.thread?.$composer
    guard let composer, let places = place == .channel ? layout.channel : layout.thread else { return nil }
    let text = self.layout(of: composer, width: places.composerWidth, in: place)
    return ComposerPane(
      composer, places, text, isFocused: state.panel == nil && layout.hasFocus(place, state))
  }
}
