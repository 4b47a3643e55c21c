import TerminalScreen

/// Suggestions, over the row of the caret.
struct PopupPane {
  let popup: PopupState

  init(_ popup: PopupState) { self.popup = popup }

  private static let mostRows = 8

  func draw(over composer: ComposerPane, on canvas: inout Canvas) {
    let caret = composer.place(of: composer.composer.caret)
    let anchor = composer.place(of: popup.anchor)
    let bounds = canvas.grid.bounds
    // The row of the caret stays free, and in a trigger that was wrapped so does the row where it begins.
    let bottom = min(caret.row, max(anchor.row, 0), bounds.rows)
    let wanted = popup.rows.isEmpty ? 1 : min(popup.rows.count, Self.mostRows)
    let hasFrame = bottom >= wanted + 2 || bottom >= 6
    let rows = min(wanted, bottom - (hasFrame ? 2 : 0))
    guard rows > 0 else { return }

    let lines = popup.rows.isEmpty ? [noteLine(canvas.theme)] : shown(rows).map { line($0, canvas.theme) }
    let content = lines.reduce(ScreenText(popup.title, limit: 80).width) {
      max($0, $1.left.width + $1.right.width + 4)
    }
    let columns = min(max(content + (hasFrame ? 2 : 0), 16), bounds.columns)
    let column = min(max(0, anchor.column - (hasFrame ? 2 : 1)), bounds.columns - columns)
    let height = rows + (hasFrame ? 2 : 0)
    let rect = Rect(column: column, row: bottom - height, columns: columns, rows: height)
    var inner = rect
    if hasFrame {
      inner = canvas.box(
        rect, title: StyledText(popup.title, canvas.theme.title),
        footer: StyledText(
          popup.rows.count > rows ? "\(popup.selection + 1)/\(popup.rows.count)" : "", canvas.theme.quiet))
    } else {
      canvas.grid.fill(rect, canvas.theme.text)
    }
    for line in lines {
      let row = inner.takeTop(1)
      var words = row
      _ = words.takeLeft(1)
      _ = words.takeRight(1)
      canvas.putRow(line.left, right: line.right, in: words)
      guard line.isSelected else { continue }
      canvas.put(StyledText(popup.isChosen ? "▸" : "›", canvas.theme.marker), in: row)
      canvas.grid.restyle(row) { canvas.theme.selected.over($0) }
    }
  }

  private struct Line {
    var left: StyledText
    var right = StyledText()
    var isSelected = false
  }

  /// The rows around the selection.
  private func shown(_ rows: Int) -> Range<Int> {
    let first = min(max(0, popup.selection - rows / 2), max(0, popup.rows.count - rows))
    return first..<min(popup.rows.count, first + rows)
  }

  private func line(_ index: Int, _ theme: Theme) -> Line {
    let row = popup.rows[index]
    return Line(
      left: StyledText(FirstWords.line(of: row.label), theme.text).truncated(to: 48),
      right: StyledText(FirstWords.line(of: row.detail), theme.quiet).truncated(to: 32),
      isSelected: index == popup.selection)
  }

  private func noteLine(_ theme: Theme) -> Line {
    Line(left: StyledText(FirstWords.line(of: popup.note ?? "nothing found"), theme.quiet))
  }
}
