import ChatDomain
import TerminalScreen

/// The messages of a channel or a thread.
struct TimelinePane {
  let timeline: TimelineState

  init(_ timeline: TimelineState) { self.timeline = timeline }

  /// Draws all of a part, whatever is in it.
  ///
  /// - Parameter former: what was there in the last frame, if its lines may be moved.
  /// - Returns: what is there now.
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
    var former = former
    var row = Rect(column: rect.column, row: rect.row, columns: rect.columns, rows: 1)
    for visible in TimelineMeasure.visible(in: timeline, rows: rect.rows, columns, reusing: blocks) {
      while row.row < rect.row + visible.row {
        canvas.clear(row)
        row.row += 1
      }
      switch timeline.items[visible.index] {
      case .message(let message):
        let pane = MessagePane(
          blocks.block(of: message, columns), isSelected: timeline.selection == message.message.id,
          isFound: timeline.found == message.message.id)
        for number in visible.lines {
          let line = DrawnTimeline.Line(
            block: pane.block, number: number, isSelected: pane.isSelected, isFound: pane.isFound)
          if former?.move(line, to: row, on: &canvas) != true {
            canvas.clear(row)
            pane.draw(number, in: row, on: &canvas)
          }
          drawn.note(line, at: row.row - rect.row)
          row.row += 1
        }
      case let item:
        canvas.clear(row)
        draw(item, in: row, on: &canvas)
        row.row += 1
      }
    }
    while row.row < rect.endRow {
      canvas.clear(row)
      row.row += 1
    }
    drawNewBelow(in: rect, on: &canvas)
    if timeline.newBelow > 0 { drawn.forget(rect.rows - 1) }
    return drawn
  }

  /// Draws what is no message and takes one row.
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
    guard timeline.newBelow > 0 else { return }
    let words = StyledText(" ↓ \(timeline.newBelow) new ", canvas.theme.selected)
    let row = Rect(column: rect.column, row: rect.endRow - 1, columns: rect.columns, rows: 1)
    let before = canvas.pictures.isEmpty ? nil : canvas.grid
    canvas.put(words, at: max(0, rect.columns - words.width), in: row)
    if let before { canvas.dropCoveredPictures(since: before) }
  }
}

extension Canvas {
  private static let dash: ScreenText = "─"

  /// A line across a timeline with a word near its start.
  mutating func separator(_ words: String, _ style: Style, in row: Rect) {
    var row = row
    _ = row.takeLeft(PaneLayout.inset)
    var line = StyledText("── ", style)
    line.append(StyledText(words, style).truncated(to: max(0, row.columns - 6)))
    line.append(" ", style)
    let rest = 0..<max(0, row.columns - line.width)
    line.append(ScreenText(glyphs: rest.flatMap { _ in Self.dash.glyphs }), style)
    put(line, in: row)
  }
}
