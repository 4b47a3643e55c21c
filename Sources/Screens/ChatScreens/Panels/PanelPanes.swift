import DraftEngine
import TerminalScreen

/// A list over the screen, with an input line if there is one.
struct ListPanelPane {
  let panel: ListPanelState

  func draw(in bounds: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let places = Places(self, in: bounds)
    let hint = hintRows(columns: places.box.columns, theme.quiet)
    _ = canvas.box(
      places.box, title: StyledText(line: panel.title, theme.title),
      footer: hint.isEmpty ? StyledText() : hint[min(hint.count - 1, places.hint.rows)])
    var rest = places.hint
    for words in hint.prefix(places.hint.rows) { canvas.put(words, at: 1, in: rest.takeTop(1)) }
    canvas.cursor = nil
    if let query = panel.query, !places.query.isEmpty { drawQuery(query, in: places.query, on: &canvas) }
    if !places.divider.isEmpty { canvas.divide(places.box, row: places.divider.row) }
    if panel.rows.isEmpty { drawNote(in: places.list, on: &canvas) }
    for row in places.rows { draw(row.index, in: row.rect, on: &canvas) }
  }

  /// Draws the text in place of rows, in the middle.
  private func drawNote(in list: Rect, on canvas: inout Canvas) {
    let note = FirstWords.line(of: panel.note ?? "")
    let rows = TextRows(note, columns: list.columns - 2)
    var rest = list
    _ = rest.takeTop(max(0, list.rows - rows.count) / 2)
    for row in 0..<min(rows.count, rest.rows) {
      canvas.putCentred(rows.styled(row, canvas.theme.quiet).withoutBlanksAtEnd, in: rest.takeTop(1))
    }
  }

  /// The row at a position; nil for a heading or outside the rows.
  func row(at position: Position, in bounds: Rect) -> Int? {
    let index = Places(self, in: bounds).rows.first { $0.rect.contains(position) }?.index
    return index.flatMap { panel.rows[$0].kind == .item ? $0 : nil }
  }

  /// How many rows are shown.
  func shownRows(in bounds: Rect) -> Int { Places(self, in: bounds).rows.count }

  /// The position of its parts.
  private struct Places {
    let box: Rect
    let query: Rect
    let divider: Rect
    let list: Rect
    /// The rows above the frame's lower edge for the part of a hint that does not fit into the edge.
    let hint: Rect
    private(set) var rows: [(index: Int, rect: Rect)] = []

    init(_ pane: ListPanelPane, in bounds: Rect) {
      box = pane.place(in: bounds).intersection(bounds)
      var rest = Rect(column: box.column + 1, row: box.row + 1, columns: box.columns - 2, rows: box.rows - 2)
      let hasQuery = pane.panel.query != nil
      query = rest.takeTop(hasQuery ? 1 : 0)
      divider = rest.takeTop(hasQuery && rest.rows > 1 ? 1 : 0)
      let hintRows = pane.hintRows(columns: box.columns).count
      hint = rest.takeBottom(min(hintRows - 1, max(0, rest.rows - 3)))
      list = rest
      guard !pane.panel.rows.isEmpty else { return }
      for index in pane.shown(in: rest) where !rest.isEmpty {
        rows.append((index, rest.takeTop(pane.height(index, columns: rest.columns))))
      }
    }
  }

  /// The place of the box in the middle. It is as large as its rows need, but leaves part of the screen visible unless the screen
  /// is small.
  private func place(in bounds: Rect) -> Rect {
    let wide = max(min(60, bounds.columns - 2), bounds.columns * 4 / 5)
    let columns = bounds.columns < 50 ? bounds.columns : min(84, wide)
    var wanted = (panel.query == nil ? 0 : 2) + 2
    let most = bounds.rows < 16 ? bounds.rows - 1 : bounds.rows * 4 / 5
    for index in panel.rows.indices {
      guard wanted < most else { break }
      wanted += height(index, columns: columns - 2)
    }
    if panel.rows.isEmpty { wanted += 3 }
    wanted += max(0, hintRows(columns: columns).count - 1)
    let rows = min(max(wanted, min(8, most)), most)
    return Rect(
      column: bounds.column + (bounds.columns - columns) / 2, row: bounds.row + (bounds.rows - 1 - rows) / 2,
      columns: columns, rows: rows)
  }

  /// The rows of the hint in a box; the last one is in its frame.
  private func hintRows(columns: Int, _ style: Style = .plain) -> [StyledText] {
    StyledText.keyRows(panel.hint, style, columns: columns - 4)
  }

  private func height(_ index: Int, columns: Int) -> Int {
    let row = panel.rows[index]
    return (row.wraps ? wrapped(row, columns: columns).count : 1) + (row.detail.isEmpty ? 0 : 1)
      + (hasTrailingBelow(row, columns: columns) ? 1 : 0)
  }

  /// Whether the text at the right end leaves hardly any room, and has a row of its own.
  private func hasTrailingBelow(_ row: PanelRow, columns: Int) -> Bool {
    row.wraps && !row.trailing.isEmpty && room(beside: row, columns: columns) < Self.shortestText
  }

  private func room(beside row: PanelRow, columns: Int) -> Int {
    let trailing = ScreenText(FirstWords.line(of: row.trailing), limit: columns).width
    return columns - Self.inset - 1 - (trailing == 0 ? 0 : trailing + 1)
  }

  private static let shortestText = 10

  /// The wrapped text of a row, to the left of the text at its right end.
  private func wrapped(_ row: PanelRow, columns: Int) -> TextRows {
    let room =
      hasTrailingBelow(row, columns: columns) ? columns - Self.inset - 1 : room(beside: row, columns: columns)
    return TextRows(FirstWords.line(of: row.text), columns: max(1, room))
  }

  private func lines(of item: PanelRow, columns: Int, _ style: Style, _ theme: Theme) -> [StyledText] {
    let text = FirstWords.line(of: item.text)
    guard item.wraps || !item.matches.isEmpty else { return [StyledText(text, style)] }
    let rows =
      item.wraps
      ? wrapped(item, columns: columns) : TextRows(text, columns: 500)
    let spans = item.matches.map { StyledSpan(range: $0, style: theme.match.over(style)) }
    return (0..<rows.count).map { rows.styled($0, style, spans).withoutBlanksAtEnd }
  }

  private static let inset = 2

  /// The text at the right end of a row. It takes at most half of the row if the other text needs the rest; parts without room are
  /// left out.
  private func trailing(of item: PanelRow, beside text: StyledText, columns: Int, _ theme: Theme)
    -> StyledText
  {
    let words = StyledText(line: item.trailing, theme.quiet)
    let room = item.wraps ? columns : max(columns / 2, columns - text.width - 1)
    let whole = words.wholeKeys(columns: room)
    return whole.isEmpty ? words.truncated(to: room) : whole
  }

  /// The text from a little before its first match, if the match would be cut off.
  private func showingMatch(_ line: StyledText, of item: PanelRow, columns: Int) -> StyledText {
    guard let match = item.matches.first, line.width > columns else { return line }
    let text = FirstWords.line(of: item.text)
    func column(of offset: Int) -> Int { ScreenText(String(text.slice(utf8: 0..<offset))).width }
    let (start, end) = (column(of: match.lowerBound), column(of: match.upperBound))
    guard end >= columns else { return line }
    var piece = StyledText(.ellipsis, line.style(at: 0))
    piece.append(line.dropping(columns: min(start, end - columns * 2 / 3)))
    return piece
  }

  private func drawQuery(_ query: String, in row: Rect, on canvas: inout Canvas) {
    var rest = row
    _ = rest.takeLeft(1)
    canvas.put(StyledText("> ", canvas.theme.title), in: rest)
    _ = rest.takeLeft(2)
    guard rest.columns > 1 else { return }
    // A long query is scrolled so that the cursor is visible.
    let before = StyledText(String(query.prefix(max(0, panel.queryCaret))), canvas.theme.text, limit: .max)
    let hidden = max(0, before.width - (rest.columns - 1))
    let words = StyledText(query, canvas.theme.text, limit: before.count + rest.columns).dropping(
      columns: hidden)
    canvas.put(words, in: rest)
    canvas.cursor = Position(column: rest.column + before.width - hidden, row: rest.row)
  }

  /// The visible rows, including the selected one; a third of the list is after it if there are enough rows.
  private func shown(in list: Rect) -> Range<Int> {
    let rows = list.rows
    func height(_ index: Int) -> Int { self.height(index, columns: list.columns) }
    let selection = min(max(0, panel.selection), panel.rows.count - 1)
    var first = selection
    var room = rows - height(selection)
    var last = selection
    while last + 1 < panel.rows.count, room - height(last + 1) >= rows * 2 / 3 {
      last += 1
      room -= height(last)
    }
    while first > 0, room >= height(first - 1) {
      first -= 1
      room -= height(first)
    }
    while last + 1 < panel.rows.count, room > 0 {
      last += 1
      room -= height(last)
    }
    return first..<last + 1
  }

  private func draw(_ index: Int, in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let item = panel.rows[index]
    var rest = rect
    let isSelected = index == panel.selection && item.kind == .item
    let first = rest.takeTop(1)
    var words = first
    _ = words.takeLeft(item.kind == .heading ? 1 : Self.inset)
    _ = words.takeRight(1)
    let style = item.kind == .heading ? theme.title : theme.text
    let lines = lines(of: item, columns: rect.columns, style, theme)
    let isBelow = hasTrailingBelow(item, columns: rect.columns)
    let end = isBelow ? StyledText() : trailing(of: item, beside: lines[0], columns: words.columns, theme)
    let room = words.columns - (end.isEmpty ? 0 : end.width + 1)
    canvas.putRow(
      item.wraps ? lines[0] : showingMatch(lines[0], of: item, columns: room), right: end, in: words)
    for line in lines.dropFirst() where !rest.isEmpty {
      words.row = rest.takeTop(1).row
      canvas.putRow(line, in: words)
    }
    if isBelow, !rest.isEmpty {
      words.row = rest.takeTop(1).row
      let below = StyledText(line: item.trailing, theme.quiet)
      canvas.putRow(StyledText(), right: below.truncated(to: words.columns), in: words)
    }
    if !rest.isEmpty {
      var detail = rest
      _ = detail.takeLeft(4)
      _ = detail.takeRight(1)
      canvas.putRow(StyledText(line: item.detail, theme.quiet), in: detail)
    }
    guard isSelected else { return }
    // The matches stay visible, because they are underlined.
    canvas.put(StyledText("▸", theme.marker), in: first)
    canvas.grid.restyle(rect) { theme.selected.replacing($0) }
  }
}

/// A question that is answered with a key.
struct QuestionPane {
  let question: QuestionState

  func draw(in bounds: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let columns = min(bounds.columns, 60)
    let text = TextRows(String(question.text.prefix(2_000)), columns: columns - 4)
    let answers = answerRows(columns: columns - 4, theme)
    // On a small screen, the box may cover the last line.
    let most = max(0, bounds.rows < 8 ? bounds.rows : bounds.rows - 1)
    let textRows = min(text.count, max(1, most - 2 - answers.count))
    let gap = textRows + answers.count + 3 <= most ? 1 : 0
    let rows = min(most, textRows + answers.count + gap + 2)
    var inner = canvas.box(
      Rect(
        column: bounds.column + (bounds.columns - columns) / 2, row: bounds.row + (most - rows) / 2,
        columns: columns, rows: rows),
      title: StyledText(line: question.title, theme.title))
    _ = inner.takeLeft(1)
    _ = inner.takeRight(1)
    // The answers stay visible if the text does not fit, except that one row is kept for the text.
    var keys = inner.takeBottom(min(answers.count, inner.rows - 1))
    let shown = min(textRows, inner.rows)
    for row in 0..<shown {
      var words = text.styled(row, theme.text)
      if row == shown - 1, shown < text.count {
        words = words.withoutBlanksAtEnd.prefix(columns: inner.columns - 1)
        words.append("…", theme.text)
      }
      canvas.put(words, in: inner.takeTop(1))
    }
    for answer in answers { canvas.putRow(answer, in: keys.takeTop(1)) }
    canvas.cursor = nil
  }

  /// The answers side by side, in as many rows as needed.
  private func answerRows(columns: Int, _ theme: Theme) -> [StyledText] {
    var rows: [StyledText] = []
    for answer in question.answers {
      var words = StyledText("[\(FirstWords.line(of: answer.key))]", theme.title)
      words.append(" ", theme.text)
      words.append(FirstWords.line(of: answer.meaning), theme.text)
      if let last = rows.last, last.width + 3 + words.width <= columns {
        rows[rows.count - 1].append("   ", theme.text)
        rows[rows.count - 1].append(words)
      } else {
        rows.append(words)
      }
    }
    return rows
  }
}

/// A picture over the whole screen except its last line.
struct PicturePane {
  let panel: PicturePanelState

  func draw(in bounds: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var box = bounds
    box.rows -= 1
    let room = max(0, box.columns - 4)
    var footer = StyledText(line: panel.hint, theme.quiet).wholeKeys(columns: room)
    // Without a picture the note is drawn in its place.
    if panel.picture != nil {
      footer.join(StyledText(line: panel.note, theme.quiet), theme.quiet)
      footer = footer.truncated(to: room)
    }
    let inner = canvas.box(box, title: StyledText(line: panel.title, theme.title), footer: footer)
    canvas.cursor = nil
    guard let picture = panel.picture, !inner.isEmpty else {
      return canvas.putCentred(StyledText(line: panel.note, theme.quiet), in: inner)
    }
    let blocks = HalfBlocks(picture, in: PicturePanelState.room(on: canvas.grid.size))
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
