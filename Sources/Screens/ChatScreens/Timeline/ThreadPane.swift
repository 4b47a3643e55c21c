import ChatDomain
import TerminalScreen

/// An open thread: its parent stays at the top, its replies scroll.
struct ThreadPane {
  let thread: ThreadPaneState

  init(_ thread: ThreadPaneState) { self.thread = thread }

  func draw(in places: PaneLayout, on canvas: inout Canvas, reusing blocks: MessageBlocks) {
    canvas.putRow(StyledText(FirstWords.line(of: thread.title), canvas.theme.title), in: places.header)
    let split = ThreadSplit(
      thread, in: places.timeline, showsSigns: canvas.theme.showsSigns, reusing: blocks)
    if let block = split.parent {
      let pane = MessagePane(
        block, isSelected: thread.timeline.selection == block.row.message.id,
        isFound: thread.timeline.found == block.row.message.id)
      var rest = split.parentRows
      for line in 0..<rest.rows { pane.draw(line, in: rest.takeTop(1), on: &canvas) }
      canvas.separator(
        block.height > split.parentRows.rows ? "goes on · replies" : "replies", canvas.theme.quiet,
        in: split.separator)
    }
    TimelinePane(thread.timeline).draw(in: split.shown, on: &canvas, reusing: blocks)
  }
}

/// The division of a thread's timeline between its parent and the replies.
struct ThreadSplit {
  /// Nil if there is no parent or no room for it.
  let parent: MessageBlock?
  let parentRows: Rect
  let separator: Rect
  /// All rows that the replies may have.
  let replies: Rect
  /// Those that they have: the first ones, so that they follow their message.
  let shown: Rect

  /// The parent gets at most a third of the rows.
  init(_ thread: ThreadPaneState, in rect: Rect, showsSigns: Bool, reusing blocks: MessageBlocks) {
    var rest = rect
    if var row = thread.parent, rect.rows >= 4 {
      // Its thread is the one shown here.
      row.thread = nil
      let block = blocks.block(
        of: Shared(wrappedValue: row),
        MessageColumns(width: rect.columns, thread.timeline.layout, showsSigns: showsSigns))
      parent = block
      parentRows = rest.takeTop(min(block.height, rect.rows / 3))
      separator = rest.takeTop(1)
    } else {
      parent = nil
      parentRows = rest.takeTop(0)
      separator = rest.takeTop(0)
    }
    replies = rest
    let measure = TimelineMeasure(
      width: rect.columns, layout: thread.timeline.layout, showsSigns: showsSigns, reusing: blocks)
    let lines = measure.height(of: thread.timeline.items) - thread.timeline.hiddenLines
    shown = parent == nil ? rest : rest.takeTop(min(max(1, lines), rest.rows))
  }
}
