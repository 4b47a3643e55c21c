import ChatDomain
import TerminalScreen

/// The messages of a channel or a thread.
struct TimelinePane {
  let timeline: TimelineState

  init(_ timeline: TimelineState) { self.timeline = timeline }

  /// Draws every row of a part, over whatever was there.
  ///
  /// - Parameter former: what was there in the last frame, if its lines may be moved.
  /// - Returns: what is there now.
  @discardableResult
  func draw(
    in rect: Rect, on canvas: inout Canvas, reusing blocks: MessageBlocks,
    moving former: MovableTimeline? = nil
  ) -> DrawnTimeline {
    var drawn = DrawnTimeline(in: rect)
    guard !rect.isEmpty else { return drawn }
    if timeline.items.isEmpty {
      canvas.clear(rect)
      let words = FirstWords.line(of: timeline.placeholder ?? "")
      canvas.putCentred(StyledText(words, canvas.theme.quiet), in: rect)
      return drawn
    }
    let columns = MessageColumns(
      width: rect.columns, timeline.layout, showsSigns: canvas.theme.showsSigns)
    let visible = TimelineMeasure.visible(in: timeline, rows: rect.rows, columns, reusing: blocks)
    var (former, rest) = (former, rect)
    // Fewer lines than rows stand at the bottom.
    canvas.clear(rest.takeTop(visible.first?.item.row ?? rect.rows))
    for (item, block) in visible {
      guard let block else {
        let row = rest.takeTop(1)
        canvas.clear(row)
        draw(timeline.items[item.index], in: row, on: &canvas)
        continue
      }
      let id = block.row.message.id
      let pane = MessagePane(block, isSelected: timeline.selection == id, isFound: timeline.found == id)
      for index in item.lines {
        let row = rest.takeTop(1)
        let line = DrawnTimeline.Line(
          block: block, index: index, isSelected: pane.isSelected, isFound: pane.isFound)
        if former?.move(line, to: row, on: &canvas) != true {
          canvas.clear(row)
          pane.draw(index, in: row, on: &canvas)
        }
        drawn.note(line, at: row.row - rect.row)
      }
    }
    if timeline.newBelow > 0 {
      drawNewBelow(in: rect, on: &canvas)
      drawn.forget(rect.rows - 1)
    }
    return drawn
  }

  /// Draws an item of one row that is not a message.
  private func draw(_ item: TimelineItem, in row: Rect, on canvas: inout Canvas) {
    switch item {
    case .gap, .message: break
    case .day(let day): canvas.separator(FirstWords.line(of: day), canvas.theme.quiet, in: row)
    case .unreadMark: canvas.separator("new", canvas.theme.unreadMark, in: row)
    case .loading(let words):
      canvas.putCentred(StyledText(FirstWords.line(of: words), canvas.theme.quiet), in: row)
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
