import ChatDomain
import TerminalScreen

/// The messages of a channel or a thread.
struct TimelinePane {
  let timeline: TimelineState

  /// Draws the messages into an empty part.
  func draw(in rect: Rect, on canvas: inout Canvas, reusing blocks: MessageBlocks) {
    guard !rect.isEmpty else { return }
    if timeline.items.isEmpty {
      let words = FirstWords.line(of: timeline.placeholder ?? "")
      return canvas.putCentred(StyledText(words, canvas.theme.quiet), in: rect)
    }
    let columns = MessageColumns(width: rect.columns, timeline.layout, showsSigns: canvas.theme.showsSigns)
    let visible = TimelineMeasure.visible(in: timeline, rows: rect.rows, columns, reusing: blocks)
    var rest = rect
    // Fewer lines than rows are at the bottom.
    _ = rest.takeTop(visible.first?.item.row ?? rect.rows)
    for (item, block) in visible {
      guard let block else {
        draw(timeline.items[item.index], in: rest.takeTop(1), on: &canvas)
        continue
      }
      let id = block.row.message.id
      let pane = MessagePane(
        block: block, isSelected: timeline.selection == id, isFound: timeline.found == id)
      for index in item.lines { pane.draw(index, in: rest.takeTop(1), on: &canvas) }
    }
    if timeline.newBelow > 0 { drawNewBelow(in: rect, on: &canvas) }
  }

  /// Draws an item of one row that is not a message.
  private func draw(_ item: TimelineItem, in row: Rect, on canvas: inout Canvas) {
    switch item {
    case .gap, .message: break
    case .day(let day): canvas.separator(FirstWords.line(of: day), canvas.theme.quiet, in: row)
    case .unreadMark: canvas.separator("new", canvas.theme.unreadMark, in: row)
    case .loading(let words):
      canvas.putCentred(StyledText(line: words, canvas.theme.quiet), in: row)
    }
  }

  private func drawNewBelow(in rect: Rect, on canvas: inout Canvas) {
    let words = StyledText(" ↓ \(timeline.newBelow) new ", canvas.theme.selected)
    let row = Rect(column: rect.column, row: rect.endRow - 1, columns: rect.columns, rows: 1)
    let before = canvas.pictures.isEmpty ? nil : canvas.grid
    canvas.put(words, at: max(0, rect.columns - words.width), in: row)
    if let before { canvas.dropCoveredPictures(since: before) }
  }
}

extension Canvas {
  private static let dash = ScreenText("─").glyphs[0]

  /// A line across a timeline with a word near its start.
  mutating func separator(_ words: String, _ style: Style, in row: Rect) {
    var row = row
    _ = row.takeLeft(PaneLayout.inset)
    var line = StyledText("── ", style)
    line.append(StyledText(words, style).truncated(to: max(0, row.columns - 6)))
    line.append(" ", style)
    put(line, in: row)
    _ = row.takeLeft(line.width)
    grid.fill(row, with: Self.dash, style)
  }
}

/// An open thread: its parent stays at the top, its replies scroll.
struct ThreadPane {
  let thread: ThreadPaneState

  func draw(in places: PaneLayout, on canvas: inout Canvas, reusing blocks: MessageBlocks) {
    let title = StyledText(line: thread.title, canvas.theme.title)
    let hint = StyledText(thread.hint, canvas.theme.quiet)
    let hasRoom = title.width + 2 + hint.width <= places.header.columns
    canvas.putRow(title, right: hasRoom ? hint : StyledText(), in: places.header)
    let split = ThreadSplit(thread, in: places.timeline, showsSigns: canvas.theme.showsSigns, reusing: blocks)
    if let block = split.parent {
      let pane = MessagePane(
        block: block, isSelected: thread.timeline.selection == block.row.message.id,
        isFound: thread.timeline.found == block.row.message.id)
      var rest = split.parentRows
      // A single row has the text, not the name above it.
      let first = rest.rows == 1 && block.line(0) == .name ? 1 : 0
      for line in first..<first + rest.rows { pane.draw(line, in: rest.takeTop(1), on: &canvas) }
      guard !split.separator.isEmpty else {
        return TimelinePane(timeline: thread.timeline).draw(in: split.shown, on: &canvas, reusing: blocks)
      }
      let isCut = block.height - first > split.parentRows.rows
      canvas.separator(
        isCut ? "rest hidden · replies" : "replies", canvas.theme.quiet, in: split.separator)
    }
    TimelinePane(timeline: thread.timeline).draw(in: split.shown, on: &canvas, reusing: blocks)
  }
}

/// The division of a thread's timeline between its parent and the replies.
struct ThreadSplit {
  /// Nil if there is no parent or no room for it.
  let parent: MessageBlock?
  let parentRows: Rect
  let separator: Rect
  /// All rows available for the replies.
  let replies: Rect
  /// The rows that the replies take: the first ones, so that they follow the parent.
  let shown: Rect

  /// The parent gets at most a third of the rows, or three in a timeline of at least seven. If it is selected, one row is left for
  /// the replies.
  init(_ thread: ThreadPaneState, in rect: Rect, showsSigns: Bool, reusing blocks: MessageBlocks) {
    var rest = rect
    if var row = thread.parent, rect.rows >= 2 {
      // The line about replies is left out, because the thread is open.
      row.thread = nil
      let block = blocks.block(
        of: Shared(wrappedValue: row),
        MessageColumns(width: rect.columns, thread.timeline.layout, showsSigns: showsSigns))
      parent = block
      let isSelected = thread.timeline.selection == block.row.message.id
      let most = isSelected ? rect.rows - 2 : max(rect.rows >= 7 ? 3 : 1, rect.rows / 3)
      parentRows = rest.takeTop(max(1, min(block.height, most)))
      separator = rest.takeTop(rect.rows >= 4 ? 1 : 0)
    } else {
      parent = nil
      parentRows = rest.takeTop(0)
      separator = rest.takeTop(0)
    }
    replies = rest
    let measure = TimelineMeasure(
      width: rect.columns, layout: thread.timeline.layout, showsSigns: showsSigns, reusing: blocks)
    let lines = measure.height(of: thread.timeline.items) - thread.timeline.hiddenLines
    shown = rest.takeTop(min(max(1, lines), rest.rows))
  }
}

/// The line above a timeline.
struct HeaderPane {
  let header: HeaderState

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var left = StyledText(line: header.title, theme.title)
    if header.isEncrypted {
      left.join(StyledText("\(EncryptionSign.text) encrypted", theme.text), theme.quiet)
    }
    if let presence = header.presence {
      left.join(StyledText(line: presence, theme.quiet), theme.quiet)
    }
    if let topic = header.topic { left.join(StyledText(line: topic, theme.text), theme.quiet) }
    var right = StyledText()
    if header.memberCount > 0, rect.columns >= 64 {
      right.append(counted(header.memberCount, "member", "members"), theme.quiet)
    }
    if header.pinnedCount > 0 {
      let words = rect.columns < 36 ? "⌕ \(header.pinnedCount)" : "⌕ \(header.pinnedCount) pinned"
      right.join(StyledText(words, theme.text), theme.quiet)
    }
    canvas.putRow(left, right: right, in: rect)
  }
}
