import TerminalScreen

/// Results of one frame that are still valid for the next, so that a key in a long draft costs only what it changes.
///
/// It does not affect the resulting frames. Keep one as long as the screen exists, and pass it to every call. Copies share the
/// last drawn screen, which drawing changes: do not draw with both.
public struct ScreenMemory {
  private var channel = ComposerLayout(text: "", width: 1)
  private var thread = ComposerLayout(text: "", width: 1)
  private var status: (pane: StatusPane, columns: Int, screen: Size, rows: Int)?
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

  /// The number of rows of the last line, cached: it rarely changes, and wrapping its text takes a fifth of the time of a key.
  mutating func rows(of pane: StatusPane, columns: Int, on screen: Size) -> Int {
    if let status, status.columns == columns, status.screen == screen, status.pane == pane {
      return status.rows
    }
    let rows = pane.rows(columns: columns, of: screen)
    status = (pane, columns, screen, rows)
    return rows
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

/// The last frame without suggestions and panels. The next frame redraws only the parts that differ: most frames follow a key in a
/// composer, or a page of messages.
final class DrawnScreen {
  private var state: ScreenState
  private var layout: ScreenLayout
  private var sidebarParts: SidebarParts?
  private(set) var canvas: Canvas
  private var channelComposer: ComposerPane?
  private var threadComposer: ComposerPane?

  /// Draws everything.
  init(_ state: ScreenState, _ layout: ScreenLayout, reusing memory: inout ScreenMemory) {
    self.state = state
    self.layout = layout
    sidebarParts = layout.sidebar.map { SidebarParts(state.sidebar, in: $0) }
    canvas = Canvas(state.size, state.theme)
    if let sidebarParts { SidebarList(sidebar: state.sidebar, parts: sidebarParts).draw(on: &canvas) }
    drawPanes(reusing: &memory)
    StatusPane(status: state.status).draw(in: layout.status, on: &canvas)
  }

  /// Whether the next frame has the same size and theme, and the sidebar and the last line in the same places.
  func canReuse(for next: ScreenState, in nextLayout: ScreenLayout) -> Bool {
    state.size == next.size && state.$theme == next.$theme && layout.sidebar == nextLayout.sidebar
      && layout.status == nextLayout.status
  }

  /// Draws what differs in the next state.
  func draw(_ next: ScreenState, in nextLayout: ScreenLayout, reusing memory: inout ScreenMemory) {
    let isMoved = !hasSamePanes(in: next, nextLayout)
    let last = state
    (state, layout) = (next, nextLayout)
    let hasNewHeadings = drawSidebar(after: last)
    if isMoved {
      var main = Rect(state.size)
      _ = main.takeLeft(layout.sidebar?.columns ?? 0)
      _ = main.takeBottom(layout.status.rows)
      canvas.clear(main)
      drawPanes(reusing: &memory)
    } else {
      if hasNewHeadings { drawLines() }
      drawChangedPanes(since: last, reusing: &memory)
    }
    if last.$status != next.$status {
      canvas.clear(layout.status)
      StatusPane(status: next.status).draw(in: layout.status, on: &canvas)
    }
  }

  /// Draws what differs in the sidebar, but for its frame.
  ///
  /// - Returns: whether the headings in the frame differ.
  private func drawSidebar(after last: ScreenState) -> Bool {
    guard let rect = layout.sidebar, !last.$sidebar.isSame(as: state.$sidebar) else { return false }
    if let sidebarParts, last.sidebar.hasSameShape(as: state.sidebar) {
      SidebarList(sidebar: state.sidebar, parts: sidebarParts).draw(after: last.sidebar, on: &canvas)
      return !last.sidebar.hasSameHeadings(as: state.sidebar)
    }
    let parts = SidebarParts(state.sidebar, in: rect)
    sidebarParts = parts
    canvas.clear(rect)
    SidebarList(sidebar: state.sidebar, parts: parts).draw(on: &canvas)
    return true
  }

  /// Whether the panes can be redrawn one by one: places and focus are the same and, with an open thread, all messages.
  private func hasSamePanes(in next: ScreenState, _ nextLayout: ScreenLayout) -> Bool {
    layout == nextLayout && state.focus == next.focus
      // The composer behind a panel has no caret.
      && (state.panel == nil) == (next.panel == nil) && hasSameReplies(in: next)
  }

  private func hasSameReplies(in next: ScreenState) -> Bool {
    guard let thread = state.thread, let nextThread = next.thread else {
      return state.thread == nil && next.thread == nil
    }
    // A thread's links follow the channel's in the frame's links.
    return state.$timeline == next.$timeline && thread.timeline == nextThread.timeline
      && thread.parent == nextThread.parent && thread.title == nextThread.title
  }

  /// Draws the lines, channel and thread.
  private func drawPanes(reusing memory: inout ScreenMemory) {
    drawLines()
    if let places = layout.channel { HeaderPane(header: state.header).draw(in: places.header, on: &canvas) }
    drawMessages(reusing: memory.messageBlocks)
    (channelComposer, threadComposer) = (nil, nil)
    drawComposers(reusing: &memory)
  }

  private func drawChangedPanes(since last: ScreenState, reusing memory: inout ScreenMemory) {
    if let places = layout.channel, last.$header != state.$header {
      canvas.clear(places.header)
      HeaderPane(header: state.header).draw(in: places.header, on: &canvas)
    }
    let hasMessages = layout.channel != nil && last.$timeline != state.$timeline
    if hasMessages {
      if let places = layout.channel { canvas.clear(places.timeline) }
      drawMessages(reusing: memory.messageBlocks)
    }
    // The composers' links follow those of the messages.
    if hasMessages || last.$composer != state.$composer || last.$thread != state.$thread {
      drawComposers(reusing: &memory)
    }
  }

  /// Draws the lines around the sidebar, below each timeline, and between channel and thread.
  private func drawLines() {
    var sidebar: SidebarPane?
    if let rect = layout.sidebar, let sidebarParts {
      sidebar = SidebarPane(sidebar: state.sidebar, parts: sidebarParts, rect: rect)
    }
    sidebar?.strokes(on: &canvas)
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
    canvas.drawLines()
    sidebar?.drawHeadings(on: &canvas)
  }

  /// Draws the messages of channel and thread into empty panes.
  private func drawMessages(reusing blocks: MessageBlocks) {
    canvas.forgetLinks()
    canvas.forgetPictures()
    if let places = layout.channel {
      TimelinePane(timeline: state.timeline).draw(in: places.timeline, on: &canvas, reusing: blocks)
    }
    if let places = layout.thread, let thread = state.thread {
      ThreadPane(thread: thread).draw(in: places, on: &canvas, reusing: blocks)
    }
    canvas.endMessageLinks()
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
    let text = self.layout(of: composer, width: places.text.columns, in: place)
    return ComposerPane(
      composer, places, text, isFocused: state.panel == nil && layout.hasFocus(place, state))
  }
}
