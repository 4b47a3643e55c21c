import ChatDomain
public import TerminalScreen

/// Draws the whole screen.
public enum Screen {
  /// Draws the picture of a state.
  public static func frame(of state: ScreenState) -> Frame {
    var memory = ScreenMemory()
    return frame(of: state, reusing: &memory)
  }

  /// Draws the same picture faster, with results remembered from the previous frame.
  public static func frame(of state: ScreenState, reusing memory: inout ScreenMemory) -> Frame {
    let layout = ScreenLayout(of: state, reusing: &memory)
    return frame(of: state, in: Shared(wrappedValue: layout), reusing: &memory)
  }

  /// - Parameter layout: that of the state.
  public static func frame(
    of state: ScreenState, in layout: Shared<ScreenLayout>, reusing memory: inout ScreenMemory
  ) -> Frame {
    guard ScreenLayout.fits(state.size) else {
      var canvas = Canvas(state.size, state.theme)
      TooSmallPane.draw(on: &canvas, need: ScreenLayout.smallest)
      memory.last = nil
      return canvas.frame
    }
    let drawn = drawn(state, layout, reusing: &memory)
    guard state.popup != nil || state.panel != nil else {
      memory.large = nil
      return drawn.canvas.frame
    }
    return covered(drawn.canvas, state, layout.wrappedValue, reusing: &memory).frame
  }

  /// Everything below suggestions and panels, drawn over the last frame where that has the same panes.
  private static func drawn(
    _ state: ScreenState, _ shared: Shared<ScreenLayout>, reusing memory: inout ScreenMemory
  ) -> DrawnScreen {
    if let last = memory.last, last.canReuse(for: state, in: shared) {
      last.draw(state, in: shared, reusing: &memory)
      return last
    }
    let layout = shared.wrappedValue
    let parts = layout.sidebar.map { SidebarParts(state.sidebar, in: $0) }
    let (canvas, timeline) = whole(state, layout, parts, reusing: &memory)
    let drawn = DrawnScreen(state, shared, parts, canvas, timeline, reusing: memory)
    memory.last = drawn
    return drawn
  }

  private static func whole(
    _ state: ScreenState, _ layout: ScreenLayout, _ parts: SidebarParts?, reusing memory: inout ScreenMemory
  ) -> (Canvas, DrawnTimeline?) {
    var canvas = Canvas(state.size, state.theme)
    var timeline: DrawnTimeline?
    let sidebar = sidebar(of: state, layout, parts)
    drawLines(of: layout, sidebar, on: &canvas)
    sidebar?.drawList(on: &canvas)

    if let places = layout.channel {
      HeaderPane(state.header).draw(in: places.header, on: &canvas)
      timeline = TimelinePane(state.timeline).draw(
        in: places.timeline, on: &canvas, reusing: memory.messageBlocks)
    }
    if let places = layout.thread, let thread = state.thread {
      ThreadPane(thread).draw(in: places, on: &canvas, reusing: memory.messageBlocks)
    }
    canvas.endMessageLinks()
    for place in [ScreenState.Focus.channel, .thread] {
      composer(in: place, of: state, layout, reusing: &memory)?.draw(on: &canvas)
    }
    StatusPane(state.status).draw(in: layout.status, on: &canvas)
    return (canvas, timeline)
  }

  /// With the suggestions and the panel over it.
  private static func covered(
    _ canvas: Canvas, _ state: ScreenState, _ layout: ScreenLayout, reusing memory: inout ScreenMemory
  ) -> Canvas {
    var canvas = canvas
    let drawn = canvas.grid
    if let popup = state.popup,
      let composer = composer(in: layout.focusedPlace(of: state), of: state, layout, reusing: &memory)
    {
      PopupPane(popup).draw(over: composer, in: layout.popupGround(of: state), on: &canvas)
    }
    if state.panel != nil { canvas.recede() } else { canvas.dropCoveredPictures(since: drawn) }
    switch state.panel {
    case .list(let list): ListPanelPane(list).draw(in: layout.stage(of: state.size), on: &canvas)
    case .question(let question): QuestionPane(question).draw(in: layout.stage(of: state.size), on: &canvas)
    case .picture(let picture):
      let room = PicturePanelState.room(on: state.size)
      let blocks = picture.picture.map { memory.blocks(of: $0, in: room) }
      PicturePane(picture, blocks).draw(in: Rect(state.size), on: &canvas)
    case nil: break
    }
    return canvas
  }

  /// A composer that is shown.
  static func composer(
    in place: ScreenState.Focus, of state: ScreenState, _ layout: ScreenLayout,
    reusing memory: inout ScreenMemory
  ) -> ComposerPane? {
    let composer = place == .channel ? state.$composer : state.thread?.$composer
    guard let composer, let places = place == .channel ? layout.channel : layout.thread else { return nil }
    let text = memory.layout(of: composer, width: places.composerWidth, in: place)
    return ComposerPane(
      composer, places, text, isFocused: state.panel == nil && layout.hasFocus(place, state))
  }

  static func sidebar(of state: ScreenState, _ layout: ScreenLayout, _ parts: SidebarParts?) -> SidebarPane? {
    guard let rect = layout.sidebar, let parts else { return nil }
    return SidebarPane(state.sidebar, parts, in: rect)
  }

  /// The lines between panes, with the words that stand in them.
  ///
  /// - Parameter rows: the only rows in which they may be others than before; nil: all.
  static func drawLines(
    of layout: ScreenLayout, _ sidebar: SidebarPane?, in rows: [Int]? = nil, on canvas: inout Canvas
  ) {
    sidebar?.strokes(on: &canvas)
    strokes(of: layout, on: &canvas)
    canvas.drawLines(in: rows)
    sidebar?.drawHeadings(in: rows, on: &canvas)
  }

  /// Under each timeline, and between channel and thread.
  private static func strokes(of layout: ScreenLayout, on canvas: inout Canvas) {
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
}

extension ScreenLayout {
  /// Whether a composer has the caret: the focused one, or the only one.
  func hasFocus(_ place: ScreenState.Focus, _ state: ScreenState) -> Bool {
    switch place {
    case .channel: channel != nil && (thread == nil || state.focus == .channel)
    case .thread: thread != nil && (channel == nil || state.focus == .thread)
    }
  }

  /// The place of the composer with the caret.
  func focusedPlace(of state: ScreenState) -> ScreenState.Focus {
    hasFocus(.thread, state) ? .thread : .channel
  }
}

extension Screen {
  /// The target at a cell of a state's frame; nil for lines and for parts that do nothing.
  public static func target(
    at position: Position, in state: ScreenState, reusing memory: inout ScreenMemory
  ) -> ScreenTarget? {
    guard ScreenLayout.fits(state.size), Rect(state.size).contains(position) else { return nil }
    let layout = ScreenLayout(of: state, reusing: &memory)
    switch state.panel {
    case .list(let list):
      let row = ListPanelPane(list).row(at: position, in: layout.stage(of: state.size))
      return row.map { .panelRow($0) } ?? .panel
    case .question, .picture: return .panel
    case nil: break
    }
    if let target = popupRow(at: position, in: state, layout, reusing: &memory) { return target }
    if let sidebar = layout.sidebar, sidebar.contains(position) {
      let list = SidebarList(state.sidebar, SidebarParts(state.sidebar, in: sidebar))
      return list.target(at: position) ?? .sidebar
    }
    if let places = layout.channel,
      let target = target(
        at: position, places, places.timeline, state.timeline, state.$composer, .channel, state.theme,
        reusing: &memory)
    {
      return target
    }
    guard let places = layout.thread, let thread = state.thread else { return nil }
    let split = ThreadSplit(
      thread, in: places.timeline, showsSigns: state.theme.showsSigns, reusing: memory.messageBlocks)
    if places.timeline.contains(position), !split.shown.contains(position) {
      if split.replies.contains(position) { return .timeline(.thread) }
      return thread.parent.map { .message($0.message.id, in: .thread) }
    }
    return target(
      at: position, places, split.shown, thread.timeline, thread.$composer, .thread, state.theme,
      reusing: &memory)
  }

  /// How many rows of a list are shown over the screen; nil if there is none.
  public static func shownRows(of state: ScreenState, in layout: ScreenLayout) -> Int? {
    guard case .list(let list) = state.panel else { return nil }
    return ListPanelPane(list).shownRows(in: layout.stage(of: state.size))
  }

  /// The place in a draft nearest to a cell, for dragging the mouse.
  public static func offset(
    nearest position: Position, in place: ScreenState.Focus, of state: ScreenState,
    reusing memory: inout ScreenMemory
  ) -> Int? {
    guard ScreenLayout.fits(state.size) else { return nil }
    let layout = ScreenLayout(of: state, reusing: &memory)
    let composer = place == .channel ? state.$composer : state.thread?.$composer
    guard let composer, let places = place == .channel ? layout.channel : layout.thread else { return nil }
    return offset(at: position, places, composer, place, reusing: &memory)
  }

  private static func offset(
    at position: Position, _ places: PaneLayout, _ composer: Shared<ComposerState>,
    _ place: ScreenState.Focus, reusing memory: inout ScreenMemory
  ) -> Int {
    let layout = memory.layout(of: composer, width: places.composerWidth, in: place)
    let pane = ComposerPane(composer, places, layout, isFocused: true)
    return layout.offset(
      at: Position(
        column: position.column - places.text.column, row: position.row - places.text.row + pane.firstRow))
  }

  private static func target(
    at position: Position, _ places: PaneLayout, _ messages: Rect, _ timeline: TimelineState,
    _ composer: Shared<ComposerState>, _ place: ScreenState.Focus, _ theme: Theme,
    reusing memory: inout ScreenMemory
  ) -> ScreenTarget? {
    if messages.contains(position) {
      let columns = MessageColumns(
        width: messages.columns, timeline.layout, showsSigns: theme.showsSigns)
      let row = position.row - messages.row
      let visible = TimelineMeasure.visible(
        in: timeline, rows: messages.rows, columns, reusing: memory.messageBlocks)
      let pointed = visible.first { item, _ in row >= item.row && row < item.row + item.lines.count }
      guard let block = pointed?.block else { return .timeline(place) }
      return .message(block.row.message.id, in: place)
    }
    guard places.text.contains(position) else { return nil }
    return .text(offset: offset(at: position, places, composer, place, reusing: &memory), in: place)
  }

  private static func popupRow(
    at position: Position, in state: ScreenState, _ layout: ScreenLayout, reusing memory: inout ScreenMemory
  ) -> ScreenTarget? {
    guard let popup = state.popup,
      let composer = composer(in: layout.focusedPlace(of: state), of: state, layout, reusing: &memory)
    else { return nil }
    let row = PopupPane(popup).row(at: position, over: composer, in: layout.popupGround(of: state))
    return row.map { .popupRow($0) }
  }
}
