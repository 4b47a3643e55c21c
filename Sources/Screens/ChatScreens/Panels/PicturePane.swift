import TerminalScreen

/// A picture over all of the screen but its last line.
struct PicturePane {
  let panel: PicturePanelState
  /// Those of its picture in the room for that.
  let blocks: HalfBlocks?

  init(_ panel: PicturePanelState, _ blocks: HalfBlocks?) {
    self.panel = panel
    self.blocks = blocks
  }

  func draw(in bounds: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var box = bounds
    box.rows -= 1
    let room = max(0, box.columns - 4)
    var footer = StyledText(FirstWords.line(of: panel.hint), theme.quiet).wholeKeys(columns: room)
    // Without a picture the note stands in its place.
    if panel.picture != nil {
      footer.join(StyledText(FirstWords.line(of: panel.note), theme.quiet), theme.quiet)
      footer = footer.truncated(to: room)
    }
    let inner = canvas.box(
      box, title: StyledText(FirstWords.line(of: panel.title), theme.title), footer: footer)
    canvas.cursor = nil
    guard let picture = panel.picture, let blocks, !inner.isEmpty else {
      return canvas.putCentred(StyledText(FirstWords.line(of: panel.note), theme.quiet), in: inner)
    }
    var place = inner
    place.column += (inner.columns - blocks.size.columns) / 2
    place.row += (inner.rows - blocks.size.rows) / 2
    let whole = Rect(
      column: place.column, row: place.row, columns: blocks.size.columns, rows: blocks.size.rows)
    canvas.place(PlacedPicture(picture, in: whole, clip: inner, on: theme.text))
    for row in 0..<blocks.size.rows {
      canvas.put(
        blocks.row(row, on: theme.text),
        in: Rect(column: place.column, row: place.row + row, columns: blocks.size.columns, rows: 1))
    }
  }
}
