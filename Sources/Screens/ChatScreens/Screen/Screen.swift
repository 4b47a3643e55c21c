import ChatDomain
public import TerminalScreen

/// Draws the whole screen.
public enum Screen {
  /// Draws a state.
  public static func frame(of state: ScreenState) -> Frame {
    var memory = ScreenMemory()
    return frame(of: state, reusing: &memory)
  }

  /// Draws the same frame faster, with results of the previous one.
  public static func frame(of state: ScreenState, reusing memory: inout ScreenMemory) -> Frame {
    let layout = ScreenLayout(of: state, reusing: &memory)
    return frame(of: state, in: layout, reusing: &memory)
  }

  /// - Parameter layout: the layout of the state.
  public static func frame(
    of state: ScreenState, in layout: ScreenLayout, reusing memory: inout ScreenMemory
  ) -> Frame {
    guard ScreenLayout.fits(state.size) else {
      var canvas = Canvas(state.size, state.theme)
      drawTooSmall(of: state.status, on: &canvas)
      memory.last = nil
      return canvas.frame
    }
    let drawn: DrawnScreen
    if let last = memory.last, last.canReuse(for: state, in: layout) {
      last.draw(state, in: layout, reusing: &memory)
      drawn = last
    } else {
      drawn = DrawnScreen(state, layout, reusing: &memory)
      memory.last = drawn
    }
    guard state.popup != nil || state.panel != nil else { return drawn.canvas.frame }
    return covered(drawn.canvas, state, layout, reusing: &memory).frame
  }

  /// Draws the suggestions and the panel over the panes.
  private static func covered(
    _ canvas: Canvas, _ state: ScreenState, _ layout: ScreenLayout, reusing memory: inout ScreenMemory
  ) -> Canvas {
    var canvas = canvas
    let drawn = canvas.grid
    if let popup = state.popup,
      let composer = memory.composer(in: layout.focusedPlace(of: state), of: state, layout)
    {
      PopupPane(popup: popup).draw(over: composer, in: layout.popupGround(of: state), on: &canvas)
    }
    if state.panel != nil { canvas.recede() } else { canvas.dropCoveredPictures(since: drawn) }
    let stage = layout.stage(of: state.size)
    switch state.panel {
    case .list(let list): ListPanelPane(panel: list).draw(in: stage, on: &canvas)
    case .question(let question): QuestionPane(question: question).draw(in: stage, on: &canvas)
    case .picture(let picture): PicturePane(panel: picture).draw(in: Rect(state.size), on: &canvas)
    case nil: break
    }
    return canvas
  }

  /// The message on a screen that is too small for anything else.
  private static func drawTooSmall(of status: StatusState, on canvas: inout Canvas) {
    let (size, need) = (canvas.grid.size, ScreenLayout.smallest)
    let trouble = status.saving.tone.gravity > 0 ? "; not saved" : ""
    let words = "Too small: \(size.columns)x\(size.rows), needs \(need.columns)x\(need.rows)\(trouble)"
    let rows = TextRows(words, columns: size.columns)
    var rest = canvas.grid.bounds
    for row in 0..<min(rows.count, size.rows) {
      canvas.put(rows.styled(row, canvas.theme.text), in: rest)
      _ = rest.takeTop(1)
    }
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
      let row = ListPanelPane(panel: list).row(at: position, in: layout.stage(of: state.size))
      return row.map { .panelRow($0) } ?? .panel
    case .question, .picture: return .panel
    case nil: break
    }
    if let target = popupRow(at: position, in: state, layout, reusing: &memory) { return target }
    if let sidebar = layout.sidebar, sidebar.contains(position) {
      let list = SidebarList(sidebar: state.sidebar, parts: SidebarParts(state.sidebar, in: sidebar))
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

  /// The number of rows that an open list panel shows; nil if there is none.
  public static func shownRows(of state: ScreenState, in layout: ScreenLayout) -> Int? {
    guard case .list(let list) = state.panel else { return nil }
    return ListPanelPane(panel: list).shownRows(in: layout.stage(of: state.size))
  }

  /// The offset in a draft nearest to a cell, for dragging the mouse.
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
    let layout = memory.layout(of: composer, width: places.text.columns, in: place)
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
      let columns = MessageColumns(width: messages.columns, timeline.layout, showsSigns: theme.showsSigns)
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
      let composer = memory.composer(in: layout.focusedPlace(of: state), of: state, layout)
    else { return nil }
    let row = PopupPane(popup: popup).row(at: position, over: composer, in: layout.popupGround(of: state))
    return row.map { .popupRow($0) }
  }
}
