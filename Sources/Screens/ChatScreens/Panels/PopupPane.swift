import TerminalScreen

/// Suggestions above the caret. They never cover the caret's row, the notes above the draft, or the destination.
struct PopupPane {
  let popup: PopupState

  private static let mostRows = 8

  /// - Parameter ground: the area that it may cover.
  func draw(over composer: ComposerPane, in ground: Rect, on canvas: inout Canvas) {
    guard let places = places(over: composer, in: ground, canvas.theme) else { return }
    if places.hasFrame {
      let isCut = popup.rows.count > places.rows.count
      let place = isCut ? "\(popup.selection + 1)/\(popup.rows.count)" : ""
      let footer = [popup.hint, place].filter { !$0.isEmpty }.joined(separator: " · ")
      _ = canvas.box(
        places.box, title: StyledText(line: popup.title, canvas.theme.title),
        footer: StyledText(line: footer, canvas.theme.quiet))
    } else {
      canvas.grid.fill(places.box, canvas.theme.text)
    }
    var rest = places.inner
    for line in places.lines {
      let row = rest.takeTop(1)
      var words = row
      _ = words.takeLeft(1)
      _ = words.takeRight(1)
      // The text to insert takes precedence over its meaning.
      canvas.putRow(
        line.left, right: line.right.truncated(to: max(0, words.columns - line.left.width - 1)), in: words)
      guard line.isSelected else { continue }
      canvas.put(StyledText(popup.isChosen ? "▸" : "›", canvas.theme.marker), in: row)
      canvas.grid.restyle(row) { canvas.theme.selected.replacing($0) }
    }
    for line in places.meaning {
      var words = rest.takeTop(1)
      _ = words.takeLeft(3)
      canvas.put(line, in: words)
    }
  }

  /// The row at a position.
  func row(at position: Position, over composer: ComposerPane, in ground: Rect) -> Int? {
    guard let places = places(over: composer, in: ground, .dark), places.inner.contains(position) else {
      return nil
    }
    let index = places.rows.lowerBound + position.row - places.inner.row
    return places.rows.contains(index) ? index : nil
  }

  /// The popup's position and contents; nil if there is no room.
  private func places(over composer: ComposerPane, in ground: Rect, _ theme: Theme) -> Places? {
    let caret = composer.place(of: composer.composer.caret)
    let anchor = composer.place(of: popup.anchor)
    // A popup gets at most half of the rows, so that the conversation stays visible.
    let most = min(Self.mostRows, max(3, ground.rows / 2 - 1))
    let meaning = cutMeaning(columns: ground.columns, rows: most >= 5 ? 2 : 1, theme)
    let wanted = popup.rows.isEmpty ? 1 : min(popup.rows.count, most - meaning.count) + meaning.count
    // Over the rows of the draft above the caret and above the start of a wrapped trigger, if it fits there; otherwise over
    // the messages.
    var bottom = min(caret.row, anchor.row)
    var room = bottom - composer.places.text.row
    if room < wanted + 2 {
      bottom = composer.places.destination.row
      room = bottom - ground.row
    }
    let hasFrame = room >= wanted + 2 || room >= 6
    let edge = hasFrame ? 1 : 0
    let height = min(wanted, room - 2 * edge)
    guard height > 0 else { return nil }

    let shownMeaning = height > meaning.count ? meaning : []
    let rows = popup.rows.isEmpty ? 0..<0 : shown(height - shownMeaning.count)
    let lines = popup.rows.isEmpty ? [noteLine(theme)] : rows.map { line($0, theme) }
    // The frame has a corner and a blank on each side of its words.
    let words = hasFrame ? [popup.title, popup.hint].map { ScreenText($0, limit: 80).width + 2 } : []
    let content = lines.reduce(words.max() ?? 0) { max($0, $1.left.width + $1.right.width + 4) }
    let columns = min(max(content + 2 * edge, 16), ground.columns)
    let column = min(max(ground.column, anchor.column - 1 - edge), ground.endColumn - columns)
    let box = Rect(column: column, row: bottom - height - 2 * edge, columns: columns, rows: height + 2 * edge)
    let inner = Rect(column: column + edge, row: box.row + edge, columns: columns - 2 * edge, rows: height)
    return Places(
      box: box, inner: inner, hasFrame: hasFrame, rows: rows, lines: lines, meaning: shownMeaning)
  }

  /// The meaning of the selected row, wrapped, if its own row has no room for it.
  private func cutMeaning(columns: Int, rows most: Int, _ theme: Theme) -> [StyledText] {
    guard popup.rows.indices.contains(popup.selection) else { return [] }
    let line = line(popup.selection, theme)
    guard line.left.width + line.right.width + 5 > columns else { return [] }
    let rows = TextRows(popup.rows[popup.selection].detail, columns: columns - 6)
    return (0..<min(rows.count, most)).map { rows.styled($0, theme.quiet) }
  }

  private struct Places {
    let box: Rect
    let inner: Rect
    let hasFrame: Bool
    /// The visible rows of the popup.
    let rows: Range<Int>
    let lines: [Line]
    /// The whole meaning of the selected row, if it is cut there.
    let meaning: [StyledText]
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
      left: StyledText(line: row.label, theme.text).truncated(to: 48),
      right: StyledText(line: row.detail, theme.quiet).truncated(to: 80),
      isSelected: index == popup.selection)
  }

  private func noteLine(_ theme: Theme) -> Line {
    Line(left: StyledText(line: popup.note ?? "nothing found", theme.quiet))
  }
}
