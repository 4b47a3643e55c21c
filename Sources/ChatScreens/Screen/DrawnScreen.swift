import TerminalScreen

/// A frame drawn without panels, so that the next one draws only the changed panes. Most frames follow a key in a
/// composer, or a page of messages.
final class DrawnScreen: Sendable {
  private let state: ScreenState
  private let layout: ScreenLayout
  /// How the sidebar divides its rows; nil if it is folded away.
  private let sidebar: SidebarParts?
  private let canvas: Canvas
  /// Whether the drafts have more rows than are shown.
  private let isChannelScrolled: Bool
  private let isThreadScrolled: Bool

  init(
    _ state: ScreenState, _ layout: ScreenLayout, _ sidebar: SidebarParts?, _ canvas: Canvas,
    isChannelScrolled: Bool, isThreadScrolled: Bool
  ) {
    self.state = state
    self.layout = layout
    self.sidebar = sidebar
    self.canvas = canvas
    self.isChannelScrolled = isChannelScrolled
    self.isThreadScrolled = isThreadScrolled
  }

  /// How a sidebar divides its rows, if it does so as this one; nil if that has to be found out.
  func parts(for next: SidebarState, _ layout: ScreenLayout) -> SidebarParts? {
    self.layout.sidebar == layout.sidebar && state.sidebar.hasSameShape(as: next) ? sidebar : nil
  }

  /// Whether a frame of another state has the same lines and no panels.
  func canReuse(for next: ScreenState, _ layout: ScreenLayout, _ sidebar: SidebarParts?) -> Bool {
    state.theme == next.theme && state.focus == next.focus && self.layout == layout
      && next.popup == nil && next.panel == nil
      && state.sidebar.draftCount == next.sidebar.draftCount && self.sidebar == sidebar
      && state.sidebar.hasSameHeadings(as: next.sidebar)
      && state.thread?.timeline == next.thread?.timeline
      && state.thread?.parent == next.thread?.parent && state.thread?.title == next.thread?.title
      // A thread's links follow the channel's in the frame's links.
      && (state.timeline == next.timeline || next.thread == nil)
  }

  /// The frame with the changed panes drawn again.
  func canvas(for next: ScreenState, reusing memory: inout ScreenMemory) -> Canvas {
    var canvas = canvas
    canvas.cursor = nil
    canvas.forgetComposerLinks()
    if let sidebar, state.sidebar != next.sidebar {
      SidebarList(next.sidebar, sidebar).draw(after: state.sidebar, on: &canvas)
    }
    if let places = layout.channel {
      if state.header != next.header {
        canvas.clear([places.header])
        HeaderPane(next.header).draw(in: places.header, on: &canvas)
      }
      if state.timeline != next.timeline {
        canvas.clear([places.timeline])
        canvas.forgetLinks()
        TimelinePane(next.timeline).draw(in: places.timeline, on: &canvas, reusing: &memory.blocks)
        canvas.endMessageLinks()
      }
      draw(next.composer, after: state.composer, places, .channel, of: next, on: &canvas, reusing: &memory)
    }
    if let places = layout.thread, let thread = next.thread {
      draw(
        thread.composer, after: state.thread?.composer, places, .thread, of: next, on: &canvas,
        reusing: &memory)
    }
    if state.status != next.status {
      canvas.clear([layout.status])
      StatusPane(next.status).draw(in: layout.status, on: &canvas)
    }
    return canvas
  }

  /// The text is always drawn, because the cursor is in one of them; a key leaves what stands above it as it is.
  private func draw(
    _ composer: ComposerState, after before: ComposerState?, _ places: PaneLayout, _ place: ScreenState.Focus,
    of next: ScreenState, on canvas: inout Canvas, reusing memory: inout ScreenMemory
  ) {
    let text = memory.layout(of: composer, width: places.composerWidth, in: place)
    let pane = ComposerPane(composer, places, text, isFocused: layout.hasFocus(place, next))
    canvas.clear([places.text, places.preview])
    // Only of a text that is scrolled is said which row one is in.
    if let before, text.rowCount <= places.text.rows, !wasScrolled(place), before.hasSameHead(as: composer) {
      return pane.drawDraft(on: &canvas)
    }
    canvas.clear([places.destination, places.notes])
    pane.draw(on: &canvas)
  }

  private func wasScrolled(_ place: ScreenState.Focus) -> Bool {
    place == .channel ? isChannelScrolled : isThreadScrolled
  }
}
