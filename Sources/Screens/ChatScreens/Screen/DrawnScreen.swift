import TerminalScreen

/// A frame without suggestions and panels as it was drawn last, so that the next one draws only the changed panes over
/// it. Most frames follow a key in a composer, or a page of messages.
final class DrawnScreen {
  private var state: ScreenState
  @Shared private var layout: ScreenLayout
  /// How the sidebar divides its rows; nil if it is folded away.
  private var sidebarParts: SidebarParts?
  private(set) var canvas: Canvas
  /// What stands in the channel's rows; nil if it has none.
  private var timeline: DrawnTimeline?
  /// Whether the drafts have more rows than are shown.
  private var isChannelScrolled: Bool
  private var isThreadScrolled: Bool

  init(
    _ state: ScreenState, _ layout: Shared<ScreenLayout>, _ sidebarParts: SidebarParts?, _ canvas: Canvas,
    _ timeline: DrawnTimeline?, reusing memory: ScreenMemory
  ) {
    self.state = state
    _layout = layout
    self.sidebarParts = sidebarParts
    self.canvas = canvas
    self.timeline = timeline
    isChannelScrolled = memory.isScrolled(.channel, layout.wrappedValue.channel)
    isThreadScrolled = memory.isScrolled(.thread, layout.wrappedValue.thread)
  }

  /// How a sidebar divides its rows, which is most often what it was.
  private func parts(for next: ScreenState, _ layout: ScreenLayout) -> SidebarParts? {
    guard self.layout.sidebar == layout.sidebar,
      state.$sidebar.isSame(as: next.$sidebar) || state.sidebar.hasSameShape(as: next.sidebar)
    else {
      return layout.sidebar.map { SidebarParts(next.sidebar, in: $0) }
    }
    return sidebarParts
  }

  /// Whether a frame of another state has the same panes in the same places, whatever they show.
  func canReuse(for next: ScreenState, in new: Shared<ScreenLayout>) -> Bool {
    state.size == next.size && state.$theme == next.$theme && state.focus == next.focus
      && ($layout.isSame(as: new) || hasSamePanes(new.wrappedValue, showing: next))
      // A composer behind a panel has not the caret.
      && (state.$panel.isSame(as: next.$panel) || (state.panel == nil) == (next.panel == nil))
      && hasSameReplies(in: next)
  }

  private func hasSamePanes(_ newLayout: ScreenLayout, showing next: ScreenState) -> Bool {
    // A thread's links follow the channel's in the frame's links.
    (next.thread == nil || layout.channel == newLayout.channel) && layout.sidebar == newLayout.sidebar
      && layout.channel?.whole == newLayout.channel?.whole
      && layout.thread == newLayout.thread && layout.replies == newLayout.replies
      && layout.divider == newLayout.divider && layout.status == newLayout.status
  }

  /// Whether the words in the sidebar's lines are the same.
  private func hasSameHeadings(_ next: ScreenState) -> Bool {
    guard !state.$sidebar.isSame(as: next.$sidebar) else { return true }
    return state.sidebar.draftCount == next.sidebar.draftCount
      && state.sidebar.hasSameHeadings(as: next.sidebar)
  }

  private func hasSameReplies(in next: ScreenState) -> Bool {
    // A thread's links follow the channel's in the frame's links.
    if !state.$timeline.isSame(as: next.$timeline), state.timeline != next.timeline, next.thread != nil {
      return false
    }
    guard !state.$thread.isSame(as: next.$thread) else { return true }
    return state.thread?.timeline == next.thread?.timeline
      && state.thread?.parent == next.thread?.parent && state.thread?.title == next.thread?.title
  }

  /// Draws what is another one in the next state: the lines, and the panes.
  func draw(_ next: ScreenState, in new: Shared<ScreenLayout>, reusing memory: inout ScreenMemory) {
    // So it is with most keys.
    if $layout == new, state.sharesPanesBesidesComposers(with: next) {
      if !state.$composer.isSame(as: next.$composer) || !state.$thread.isSame(as: next.$thread) {
        drawComposers(of: next, isMoved: false, reusing: &memory)
      }
      return state = next
    }
    let nextLayout = new.wrappedValue
    let nextParts = parts(for: next, nextLayout)
    // A draft with one more row takes it from the messages.
    let isChannelMoved = layout.channel != nextLayout.channel
    let redrawsTimeline = isChannelMoved || state.$timeline != next.$timeline
    let formerTimeline = redrawsTimeline ? timeline.map { MovableTimeline($0, in: canvas.grid) } : nil
    drawLines(of: next, in: nextLayout, nextParts)
    if let nextParts, sidebarParts != nextParts || !state.$sidebar.isSame(as: next.$sidebar) {
      let before = sidebarParts.map { SidebarList(state.sidebar, $0) }
      SidebarList(next.sidebar, nextParts).draw(after: before, on: &canvas)
    }
    ($layout, sidebarParts) = (new, nextParts)
    if let channel = layout.channel {
      if state.$header != next.$header {
        canvas.clear(channel.header)
        HeaderPane(next.header).draw(in: channel.header, on: &canvas)
      }
      if redrawsTimeline {
        canvas.forgetLinks()
        canvas.forgetPictures()
        timeline = TimelinePane(next.timeline).draw(
          in: channel.timeline, on: &canvas, reusing: memory.messageBlocks, moving: formerTimeline)
        canvas.endMessageLinks()
      }
    }
    // The composers' links stand behind those of the messages, so they are drawn again with these.
    if redrawsTimeline || !state.$composer.isSame(as: next.$composer)
      || !state.$thread.isSame(as: next.$thread)
    {
      drawComposers(of: next, isMoved: isChannelMoved, reusing: &memory)
    }
    if state.$status != next.$status {
      canvas.clear(layout.status)
      StatusPane(next.status).draw(in: layout.status, on: &canvas)
    }
    state = next
  }

  /// Clears the rows in which lines or headings are others than before, and draws these again.
  private func drawLines(of next: ScreenState, in nextLayout: ScreenLayout, _ nextParts: SidebarParts?) {
    var rows: [Int] = []
    if layout.channel != nextLayout.channel, let channel = nextLayout.channel {
      canvas.clear(channel.belowTimeline)
      rows = [layout.channel, channel].compactMap { $0?.rule.row }
    }
    if let rect = nextLayout.sidebar, let sidebarParts, let nextParts {
      if sidebarParts != nextParts {
        for row in rect.row..<rect.endRow where !nextParts.keeps(row: row, of: sidebarParts) {
          canvas.clear(Rect(column: rect.column, row: row, columns: rect.columns, rows: 1))
          rows.append(row)
        }
      } else if !hasSameHeadings(next) {
        rows += [rect.row] + nextParts.innerHeadingRows
      }
    }
    guard !rows.isEmpty else { return }
    let pane = Screen.sidebar(of: next, nextLayout, nextParts)
    Screen.drawLines(of: nextLayout, pane, in: rows, on: &canvas)
  }

  /// Draws both, because they share the cursor and the links behind those of the messages.
  private func drawComposers(
    of next: ScreenState, isMoved: Bool, reusing memory: inout ScreenMemory
  ) {
    canvas.cursor = nil
    canvas.forgetComposerLinks()
    if let places = layout.channel {
      isChannelScrolled = draw(
        next.$composer, after: isMoved ? nil : state.$composer, places, .channel, of: next,
        wasScrolled: isChannelScrolled, reusing: &memory)
    }
    if let places = layout.thread, let thread = next.thread {
      isThreadScrolled = draw(
        thread.$composer, after: state.thread?.$composer, places, .thread, of: next,
        wasScrolled: isThreadScrolled, reusing: &memory)
    }
  }
}

extension DrawnScreen {
  /// The text is always drawn, because the cursor is in one of them; a key leaves what stands above it as it is.
  ///
  /// - Returns: whether the draft has more rows than are shown.
  private func draw(
    _ composer: Shared<ComposerState>, after before: Shared<ComposerState>?, _ places: PaneLayout,
    _ place: ScreenState.Focus, of next: ScreenState, wasScrolled: Bool, reusing memory: inout ScreenMemory
  ) -> Bool {
    let text = memory.layout(of: composer, width: places.composerWidth, in: place)
    let isScrolled = text.rowCount > places.text.rows
    let isFocused = next.panel == nil && layout.hasFocus(place, next)
    let pane = ComposerPane(composer, places, text, isFocused: isFocused)
    canvas.clear(places.preview)
    // Only of a text that is scrolled is said which row one is in.
    if let before, !isScrolled, !wasScrolled, before.wrappedValue.hasSameHead(as: composer.wrappedValue) {
      pane.drawDraft(on: &canvas)
      return isScrolled
    }
    canvas.clear(places.destination)
    canvas.clear(places.notes)
    pane.draw(on: &canvas)
    return isScrolled
  }
}
