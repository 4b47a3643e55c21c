import DraftEngine
import TerminalScreen

/// A frame being drawn.
struct Canvas: Sendable {
  var grid: Grid
  var cursor: Position?
  let theme: Theme
  /// The links of the messages, followed by those of the composers, which are redrawn with each key.
  private(set) var links: [String] = []
  private var messageLinks = 0
  /// The pictures of the messages, or the picture of a panel.
  private(set) var pictures: [PlacedPicture] = []
  private var lines: BoxLines

  init(_ size: Size, _ theme: Theme) {
    grid = Grid(size, style: theme.text)
    lines = BoxLines(grid.size)
    self.theme = theme
  }

  var frame: Frame {
    Frame(
      grid: grid, cursor: cursor.flatMap { grid.bounds.contains($0) ? $0 : nil }, links: links,
      ground: theme.ground, pictures: pictures)
  }

  /// Clears a part, to be drawn again.
  mutating func clear(_ rect: Rect) { grid.fill(rect, theme.text) }

  /// Draws text at the left and at the right of a row; the right text stays whole if possible.
  mutating func putRow(_ left: StyledText, right: StyledText = StyledText(), in rect: Rect) {
    guard !rect.isEmpty else { return }
    let end = right.truncated(to: rect.columns)
    let room = rect.columns - end.width - (end.isEmpty ? 0 : 1)
    put(left.truncated(to: max(0, room)), at: 0, in: rect)
    put(end, at: rect.columns - end.width, in: rect)
  }

  /// Draws text from a column of a part's first row.
  mutating func put(_ text: StyledText, at column: Int = 0, in rect: Rect) {
    grid.put(text, at: Position(column: rect.column + column, row: rect.row), in: rect)
  }

  /// Draws text in the middle of a part.
  mutating func putCentred(_ text: StyledText, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let short = text.truncated(to: rect.columns)
    var row = rect
    row.row += (rect.rows - 1) / 2
    row.rows = 1
    put(short, at: (rect.columns - short.width) / 2, in: row)
  }

  /// The index of an address among the frame's links; nil for an address that must not reach a terminal.
  mutating func link(_ address: String) -> LinkID? {
    guard let address = WebAddress.printable(address) else { return nil }
    // A frame has few links, and usually the same one several times in a row.
    let index = links.lastIndex(of: address) ?? links.count
    guard let place = UInt16(exactly: index) else { return nil }
    if index == links.count { links.append(address) }
    return LinkID(place)
  }

  /// Changes the style of all cells that are not part of a picture.
  mutating func restyleWords(in rect: Rect, _ change: (Style) -> Style) {
    grid.restyleCells(rect) { cell in cell.showsPixels ? cell.style : change(cell.style) }
  }

  /// Adds a picture. The caller also draws its block characters, for terminals that show no pictures.
  mutating func place(_ picture: PlacedPicture) {
    guard !picture.visible.isEmpty else { return }
    // Messages are drawn row by row, so a picture is added in parts.
    if let last = pictures.indices.last, pictures[last].join(picture) { return }
    pictures.append(picture)
  }

  /// Removes all pictures, before the messages are redrawn.
  mutating func forgetPictures() { pictures = [] }

  /// Removes the pictures that are partly covered; the rest of their block characters stays.
  ///
  /// - Parameter before: the cells before anything covered the pictures.
  mutating func dropCoveredPictures(since before: Grid) {
    pictures.removeAll { grid.differs(from: before, in: $0.visible) }
  }

  /// Moves everything drawn so far into the background: one quiet colour, no links and no pictures.
  mutating func recede() {
    grid.clearPixels()
    grid.restyle(grid.bounds) { [theme] _ in theme.behind.over(theme.text) }
    forgetLinks()
    forgetPictures()
    messageLinks = 0
    cursor = nil
  }

  /// The style of a mention, a channel reference or a link.
  mutating func styled(_ span: MentionSpan) -> StyledSpan {
    var style = theme.element(span.target).over(theme.text)
    if case .url(let address) = span.target { style.link = link(address) }
    return StyledSpan(range: span.range, style: style)
  }

  /// Removes all links, before messages and composers are redrawn.
  mutating func forgetLinks() { links = [] }
  /// Ends the links of the messages: further links belong to the composers.
  mutating func endMessageLinks() { messageLinks = links.count }
  /// Removes the links of the composers, before they are redrawn.
  mutating func forgetComposerLinks() {
    // An unchanged array shares the storage of the last frame's, which makes comparing them cheap.
    if links.count > messageLinks { links.removeLast(links.count - messageLinks) }
  }

  mutating func stroke(row: Int, columns: Range<Int>) { lines.stroke(row: row, columns: columns) }
  mutating func stroke(column: Int, rows: Range<Int>) { lines.stroke(column: column, rows: rows) }

  mutating func stroke(around rect: Rect) {
    guard rect.columns > 1, rect.rows > 1 else { return }
    stroke(row: rect.row, columns: rect.column..<rect.endColumn)
    stroke(row: rect.endRow - 1, columns: rect.column..<rect.endColumn)
    stroke(column: rect.column, rows: rect.row..<rect.endRow)
    stroke(column: rect.endColumn - 1, rows: rect.row..<rect.endRow)
  }

  /// Writes the lines drawn so far to the grid, joined where they meet.
  mutating func drawLines() {
    let drawn = lines
    for row in 0..<grid.size.rows {
      drawn.forEachRun(inRow: row) { columns, glyph in
        let place = Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
        grid.fill(place, with: glyph, theme.border)
      }
    }
    lines = BoxLines(grid.size)
  }

  /// Draws a box over the contents; returns the area inside. The footer shows as many of its keys as fit.
  mutating func box(_ rect: Rect, title: StyledText, footer: StyledText = StyledText()) -> Rect {
    let rect = rect.intersection(grid.bounds)
    grid.fill(rect, theme.text)
    stroke(around: rect)
    drawLines()
    let room = rect.columns - 4
    if room > 0, !title.isEmpty { putTitle(title.truncated(to: room), row: rect.row, in: rect) }
    if room > 0, !footer.isEmpty { putTitle(footer.wholeKeys(columns: room), row: rect.endRow - 1, in: rect) }
    return Rect(column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: rect.rows - 2)
  }

  /// Draws a line across a box, joined to its frame.
  mutating func divide(_ box: Rect, row: Int) {
    stroke(column: box.column, rows: row - 1..<row + 2)
    stroke(column: box.endColumn - 1, rows: row - 1..<row + 2)
    stroke(row: row, columns: box.column..<box.endColumn)
    // Draws only this row: in the rows above and below, the strokes are half lines, which would break the frame.
    let joined = lines
    lines = joined.only(row: row)
    drawLines()
  }

  /// Draws a title in a line of a frame, with a blank on either side.
  mutating func putTitle(_ title: StyledText, row: Int, in rect: Rect) {
    guard !title.isEmpty, rect.columns > 4 else { return }
    var text = StyledText(" ", theme.text)
    text.append(title.truncated(to: rect.columns - 4))
    text.append(" ", theme.text)
    put(text, at: 1, in: Rect(column: rect.column, row: row, columns: rect.columns - 1, rows: 1))
  }
}

/// Lines between the cells of a screen, joined where they meet.
struct BoxLines: Sendable {
  private let size: Size
  /// For each cell, the directions in which lines leave its middle.
  private var arms: [UInt8]

  private static let left: UInt8 = 1
  private static let right: UInt8 = 2
  private static let up: UInt8 = 4
  private static let down: UInt8 = 8

  /// Indexed by the sum of the arms.
  private static let glyphs: [Glyph] = ScreenText(" ───│┘└┴│┐┌┬│┤├┼").glyphs

  init(_ size: Size) {
    self.size = size
    arms = Array(repeating: 0, count: size.columns * size.rows)
  }

  mutating func stroke(row: Int, columns: Range<Int>) {
    for column in columns {
      if column > columns.lowerBound { add(Self.left, column: column, row: row) }
      if column < columns.upperBound - 1 { add(Self.right, column: column, row: row) }
    }
  }

  mutating func stroke(column: Int, rows: Range<Int>) {
    for row in rows {
      if row > rows.lowerBound { add(Self.up, column: column, row: row) }
      if row < rows.upperBound - 1 { add(Self.down, column: column, row: row) }
    }
  }

  /// Calls the closure with each glyph in a row and its run of columns; cells without a line are skipped.
  func forEachRun(inRow row: Int, _ body: (_ columns: Range<Int>, _ glyph: Glyph) -> Void) {
    guard row >= 0, row < size.rows else { return }
    arms.withUnsafeBufferPointer { arms in
      let cells = arms[row * size.columns..<(row + 1) * size.columns]
      var column = cells.startIndex
      while column < cells.endIndex {
        let first = column
        repeat { column += 1 } while column < cells.endIndex && cells[column] == cells[first]
        guard cells[first] != 0 else { continue }
        body(first - cells.startIndex..<column - cells.startIndex, Self.glyphs[Int(cells[first])])
      }
    }
  }

  /// The lines in one row.
  func only(row: Int) -> BoxLines {
    var part = BoxLines(size)
    guard row >= 0, row < size.rows else { return part }
    for index in row * size.columns..<(row + 1) * size.columns { part.arms[index] = arms[index] }
    return part
  }

  private mutating func add(_ arm: UInt8, column: Int, row: Int) {
    guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return }
    arms[row * size.columns + column] |= arm
  }
}
