import TerminalScreen

/// Finds the cells whose links differ from the frame's, and the output that updates them.
///
/// ncurses does not support links. It writes the cells without them, and cells that got or lost a link are rewritten with the
/// correct link.
struct LinkPainter {
  private let depth: ColorDepth
  private var shown: Shown?

  /// The parts of a frame that its links depend on.
  fileprivate struct Shown {
    let grid: Grid
    let links: [String]
    let ground: Background
  }

  init(depth: ColorDepth) { self.depth = depth }

  mutating func forget() { shown = nil }

  /// The output to write after ncurses has written the frame; empty if no link has changed.
  ///
  /// - Parameters:
  ///   - changes: where the frame differs from the previous one.
  ///   - whole: the rows that ncurses rewrote completely, and without their links.
  mutating func text(
    for frame: Frame, rows: Int, columns: Int, changes: [RowChange], anew whole: Set<Int>
  ) -> String {
    // If the background changed, ncurses rewrote everything.
    let before = shown?.grid.size == frame.grid.size && shown?.ground == frame.ground ? shown : nil
    let now = Shown(grid: frame.grid, links: frame.links, ground: frame.ground)
    shown = now
    guard !now.links.isEmpty || before?.links.isEmpty == false else { return "" }
    let size = Size(columns: min(columns, now.grid.size.columns), rows: min(rows, now.grid.size.rows))
    let colors = ColorTranslation(depth, on: now.ground)
    var text = ""
    if let before, before.links == now.links {
      for change in changes where change.row < size.rows && !whole.contains(change.row) {
        let part = change.columns.clamped(to: now.columns(inRow: change.row, atMost: size.columns))
        text += now.text(ofRow: change.row, in: part, changed: part, since: before, colors)
      }
    } else {
      // The same link number may now mean another address.
      for row in 0..<size.rows where !whole.contains(row) {
        let changed = changes.first { $0.row == row }?.columns ?? 0..<0
        let part = now.columns(inRow: row, atMost: size.columns)
        text += now.text(ofRow: row, in: part, changed: changed, since: before, colors)
      }
    }
    for row in whole.sorted() where row < size.rows {
      let part = now.columns(inRow: row, atMost: size.columns)
      text += now.text(ofRow: row, in: part, changed: part, since: nil, colors)
    }
    return CursorSequence.restoring(text.isEmpty ? "" : text + TerminalCommand.endLink)
  }
}

extension LinkPainter.Shown {
  /// The columns of a row that the terminal shows. A wide glyph that the edge would cut is not written.
  fileprivate func columns(inRow row: Int, atMost most: Int) -> Range<Int> {
    let isCut = most > 0 && most < grid.size.columns && grid[Position(column: most, row: row)].width == 0
    return 0..<(isCut ? most - 1 : most)
  }

  /// The output that updates the links in a part of a row.
  ///
  /// - Parameters:
  ///   - changed: where ncurses may have written, including over unchanged cells.
  ///   - before: nil if the row contained no links.
  fileprivate func text(
    ofRow row: Int, in part: Range<Int>, changed: Range<Int>, since before: Self?, _ colors: ColorTranslation
  ) -> String {
    // Most rows have no link and had none.
    let linked = grid.columnsOfLinks(inRow: row), linkedBefore = before?.grid.columnsOfLinks(inRow: row)
    guard let columns = linked ?? linkedBefore else { return "" }
    let first = min(columns.lowerBound, linkedBefore?.lowerBound ?? columns.lowerBound)
    let last = max(columns.upperBound, linkedBefore?.upperBound ?? columns.upperBound)
    // ncurses writes both halves of a wide letter.
    let part = wholeLetters(of: part.clamped(to: first..<last), inRow: row)
    let changed = wholeLetters(of: changed, inRow: row)
    func isStale(_ column: Int, _ link: String?) -> Bool {
      guard let before else { return link != nil }
      return link != before.link(at: column, row) || link != nil && changed.contains(column)
    }
    var text = ""
    var column = part.lowerBound
    while column < part.upperBound {
      let start = column
      let first = grid[Position(column: start, row: row)]
      // The second half was written with the first.
      if first.width == 0 {
        column += 1
        continue
      }
      let (link, style) = (link(at: start, row), first.style)
      var glyphs = ""
      while column < part.upperBound {
        let cell = grid[Position(column: column, row: row)]
        guard cell.style == style, isStale(column, link) else { break }
        // The piece must end before and after a glyph whose width varies.
        guard !cell.isPlaced || glyphs.isEmpty else { break }
        glyphs += cell.text
        column += 1
        if cell.isPlaced { break }
      }
      if glyphs.isEmpty {
        column += 1
        continue
      }
      text +=
        CursorSequence.move(to: Position(column: start, row: row)) + StyleSequence.text(of: style, colors)
      text += link.flatMap(TerminalCommand.beginLink) ?? TerminalCommand.endLink
      text += glyphs
    }
    return text
  }

  /// The part, widened so that it cuts no wide letter in half.
  private func wholeLetters(of part: Range<Int>, inRow row: Int) -> Range<Int> {
    guard !part.isEmpty else { return part }
    func isSecondHalf(_ column: Int) -> Bool {
      column > 0 && column < grid.size.columns && grid[Position(column: column, row: row)].width == 0
    }
    let start = isSecondHalf(part.lowerBound) ? part.lowerBound - 1 : part.lowerBound
    let end = isSecondHalf(part.upperBound) ? part.upperBound + 1 : part.upperBound
    return start..<end
  }

  private func link(at column: Int, _ row: Int) -> String? {
    guard let id = grid[Position(column: column, row: row)].link else { return nil }
    return Int(id.index) < links.count ? links[Int(id.index)] : nil
  }
}
