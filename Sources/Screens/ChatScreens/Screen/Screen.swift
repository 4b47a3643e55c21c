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
