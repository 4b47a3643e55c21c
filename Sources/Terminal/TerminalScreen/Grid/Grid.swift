/// The contents of a whole screen. Drawing is clipped to it, and half a wide glyph is never drawn.
public struct Grid: Hashable, Sendable {
  public let size: Size
  /// Rows are separate arrays: unchanged rows are shared with the previous frame and need no comparison.
  private var rows: [[Cell]]

  public init(_ size: Size, style: Style = .plain) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    rows = Array(repeating: Array(repeating: .space(style), count: self.size.columns), count: self.size.rows)
  }

  public var bounds: Rect { Rect(size) }

  public subscript(position: Position) -> Cell {
    bounds.contains(position) ? rows[position.row][position.column] : .blank
  }

  /// The cells of a row.
  public func row(_ row: Int) -> [Cell] { rows[row] }

  /// All cells, row by row.
  public var cells: [Cell] { rows.flatMap(\.self) }

  /// Where the cells differ from those of another grid; everywhere if there is none or it has another size.
  public func changes(since old: Grid?) -> [RowChange] {
    guard let old, old.size == size else {
      return (0..<size.rows).map { RowChange(row: $0, columns: 0..<size.columns) }
    }
    return rows.withUnsafeBufferPointer { new in
      old.rows.withUnsafeBufferPointer { old in
        var changes: [RowChange] = []
        for row in new.indices {
          let columns = Self.changedColumns(new[row], since: old[row])
          if !columns.isEmpty { changes.append(RowChange(row: row, columns: columns)) }
        }
        return changes
      }
    }
  }

  /// The range from the first to the last changed cell. Cells are compared as plain memory: a row that was drawn anew usually has
  /// the same cells.
  private static func changedColumns(_ new: [Cell], since old: [Cell]) -> Range<Int> {
    new.withUnsafeBytes { new in
      old.withUnsafeBytes { old in
        // Unchanged rows are shared.
        if new.baseAddress == old.baseAddress { return 0..<0 }
        let word = MemoryLayout<UInt64>.size
        let end = min(new.count, old.count)
        var first = 0
        while first < end,
          new.load(fromByteOffset: first, as: UInt64.self) == old.load(fromByteOffset: first, as: UInt64.self)
        {
          first += word
        }
        guard first < end else { return 0..<0 }
        var last = end - word
        while new.load(fromByteOffset: last, as: UInt64.self)
          == old.load(fromByteOffset: last, as: UInt64.self)
        {
          last -= word
        }
        let cell = MemoryLayout<Cell>.stride
        return first / cell..<last / cell + 1
      }
    }
  }

  /// Lists the parts of a change that must be written.
  ///
  /// - Parameters:
  ///   - columns: the number of columns on the screen; glyphs that would be cut are omitted.
  ///   - runs: receives the list. Its previous contents are replaced, and its memory is reused for each row.
  public func listRuns(
    in change: RowChange, since old: Grid?, columns: Int, into runs: inout ChangedRuns
  ) {
    let range = change.columns.clamped(to: 0..<max(0, columns))
    let before = old?.rows[change.row] ?? []
    rows[change.row].withUnsafeBufferPointer { cells in
      before.withUnsafeBufferPointer { runs.list(cells, since: $0, in: range, end: columns) }
    }
  }

  /// Draws glyphs from a cell to the right, clipped to `clip`; returns the column after the last one.
  @discardableResult
  public mutating func put(_ text: StyledText, at position: Position, in clip: Rect) -> Int {
    let clip = clip.intersection(bounds)
    var column = position.column
    let isVisible = !clip.isEmpty && position.row >= clip.row && position.row < clip.endRow
    text.forEachRun { run, style in
      var index = run.lowerBound
      while index < run.upperBound {
        let glyph = text.glyphs[index]
        let place = Position(column: column, row: position.row)
        if isVisible, glyph.width == 1, column >= clip.column, column < clip.endColumn {
          let count = putNarrow(text.glyphs, index..<run.upperBound, style, at: place, in: clip)
          index += count
          column += count
          continue
        }
        if isVisible, column < clip.endColumn, column + glyph.width > clip.column {
          set(glyph, style, at: place, in: clip)
        }
        index += 1
        column += glyph.width
      }
    }
    return column
  }

  /// Draws the leading one-column glyphs, as far as `clip` reaches, all at once, because single calls take many times as long.
  ///
  /// - Parameter position: within `clip`.
  /// - Returns: the number of glyphs drawn.
  private mutating func putNarrow(
    _ glyphs: [Glyph], _ part: Range<Int>, _ style: Style, at position: Position, in clip: Rect
  ) -> Int {
    let most = min(part.count, clip.endColumn - position.column)
    var count = 0
    while count < most, glyphs[part.lowerBound + count].width == 1 { count += 1 }
    let blank = Cell.space(style)
    let first = part.lowerBound - position.column
    write(position.column..<position.column + count, inRow: position.row) { blank.with(glyphs[first + $0]) }
    return count
  }

  /// Draws printable ASCII, one cell for each byte, from a cell to the right; returns the column after the last one.
  public mutating func put(
    printableASCII bytes: Span<UInt8>, at position: Position, in clip: Rect, _ style: Style
  ) -> Int {
    let clip = clip.intersection(bounds)
    let end = position.column + bytes.count
    guard !clip.isEmpty, position.row >= clip.row, position.row < clip.endRow else { return end }
    let blank = Cell.space(style)
    let first = max(position.column, clip.column)
    let last = min(end, clip.endColumn)
    if first < last {
      write(first..<last, inRow: position.row) { blank.with(printableASCII: bytes[$0 - position.column]) }
    }
    return end
  }

  /// Writes cells of one column each. Equal cells are not written, so an unchanged row stays shared with the previous frame.
  @inline(__always)
  private mutating func write(_ columns: Range<Int>, inRow row: Int, _ cell: (_ column: Int) -> Cell) {
    let first = rows[row].withUnsafeBufferPointer { cells in
      var column = columns.lowerBound
      while column < columns.upperBound, cells[column] == cell(column) { column += 1 }
      return column
    }
    guard first < columns.upperBound else { return }
    blankHalves(besides: first..<columns.upperBound, inRow: row)
    rows[row].withUnsafeMutableBufferPointer { cells in
      for column in first..<columns.upperBound { cells[column] = cell(column) }
    }
  }

  @discardableResult
  public mutating func put(_ text: ScreenText, at position: Position, in clip: Rect, _ style: Style) -> Int {
    put(StyledText(text, style), at: position, in: clip)
  }

  /// Clears a rectangle, or fills it with a glyph of one column.
  public mutating func fill(_ rect: Rect, with glyph: Glyph = .space, _ style: Style = .plain) {
    precondition(glyph.width == 1, "the glyph takes one column")
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let cell = Cell(glyph, style)
    for row in rect.row..<rect.endRow { write(rect.column..<rect.endColumn, inRow: row) { _ in cell } }
  }

  /// Replaces halves of wide glyphs by blanks if the other halves are about to be overwritten.
  private mutating func blankHalves(besides part: Range<Int>, inRow row: Int) {
    let (before, after) = (part.lowerBound - 1, part.upperBound)
    if before >= 0, rows[row][part.lowerBound].width == 0 {
      rows[row][before] = .space(rows[row][before].style)
    }
    if after < size.columns, rows[row][after - 1].width == 2 {
      rows[row][after] = .space(rows[row][after].style)
    }
  }

  /// The columns of a row from its first link to its last; nil if it has none.
  public func columnsOfLinks(inRow row: Int) -> Range<Int>? {
    rows[row].withUnsafeBufferPointer { cells in
      // Checks all cells at once, because usually there is no link.
      guard cells.reduce(0, { $0 | $1.linkNumber }) != 0,
        let first = cells.firstIndex(where: { $0.linkNumber != 0 }),
        let last = cells.lastIndex(where: { $0.linkNumber != 0 })
      else { return nil }
      return first..<last + 1
    }
  }

  /// Changes the style in a rectangle and keeps its text.
  ///
  /// - Parameter change: returns the new style of a cell.
  public mutating func restyleCells(_ rect: Rect, _ change: (Cell) -> Style) {
    let rect = rect.intersection(bounds)
    for row in rect.row..<max(rect.row, rect.endRow) {
      for column in rect.column..<max(rect.column, rect.endColumn) {
        rows[row][column].style = change(rows[row][column])
      }
    }
  }

  /// Changes the style in a rectangle and keeps its text.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    restyleCells(rect) { change($0.style) }
  }

  /// Whether the cells in a rectangle differ from those of a grid of the same size.
  public func differs(from other: Grid, in rect: Rect) -> Bool {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return false }
    return (rect.row..<rect.endRow).contains { row in
      rows[row].withUnsafeBufferPointer { mine in
        other.rows[row].withUnsafeBufferPointer { theirs in
          // Unchanged rows are shared.
          guard mine.baseAddress != theirs.baseAddress else { return false }
          for column in rect.column..<rect.endColumn where mine[column] != theirs[column] { return true }
          return false
        }
      }
    }
  }

  /// Replaces the pixels of pictures in a rectangle by blanks.
  public mutating func clearPixels(in rect: Rect, _ style: Style) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let space = Cell.space(style)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn where rows[row][column].showsPixels {
        rows[row][column] = space
      }
    }
  }

  /// Replaces the pixels of pictures by blanks.
  public mutating func clearPixels() {
    for row in rows.indices where rows[row].contains(where: \.showsPixels) {
      for column in rows[row].indices where rows[row][column].showsPixels { rows[row][column] = .blank }
    }
  }

  private mutating func set(_ glyph: Glyph, _ style: Style, at position: Position, in clip: Rect) {
    guard position.column >= clip.column, position.column + glyph.width <= clip.endColumn else {
      // A wide glyph that is cut leaves a blank in its visible half.
      let visible = max(position.column, clip.column)
      replace(.space(style), at: Position(column: visible, row: position.row))
      return
    }
    replace(Cell(glyph, style), at: position)
    if glyph.width == 2 {
      replace(.second(style), at: Position(column: position.column + 1, row: position.row))
    }
  }

  /// Sets a cell and repairs a wide glyph that it breaks.
  private mutating func replace(_ cell: Cell, at position: Position) {
    let column = position.column
    let old = rows[position.row][column]
    // If nothing changes, the row stays shared with the previous frame.
    guard old != cell else { return }
    if old.width == 0, cell.width != 0, column > 0 {
      rows[position.row][column - 1] = .space(rows[position.row][column - 1].style)
    } else if old.width == 2, column + 1 < size.columns {
      rows[position.row][column + 1] = .space(rows[position.row][column + 1].style)
    }
    rows[position.row][column] = cell
  }
}

/// The changed part of a row of a grid.
public struct RowChange: Hashable, Sendable {
  public let row: Int
  /// From the first changed cell to the last.
  public let columns: Range<Int>
}
