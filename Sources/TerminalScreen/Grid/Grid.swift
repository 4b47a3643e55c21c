/// The picture of a whole screen. Drawing is clipped to it, and half a wide glyph is never drawn.
public struct Grid: Hashable, Sendable {
  public let size: Size
  /// Rows are separate arrays: unchanged rows are shared with the previous frame and need no comparison.
  private var rows: [[Cell]]

  public init(_ size: Size, style: Style = .plain) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    rows = Array(
      repeating: Array(repeating: .space(style), count: self.size.columns), count: self.size.rows)
  }

  public var bounds: Rect { Rect(size) }

  public subscript(position: Position) -> Cell {
    bounds.contains(position) ? rows[position.row][position.column] : .blank
  }

  /// The cells of a row.
  public func row(_ row: Int) -> [Cell] { rows[row] }

  /// All cells, row by row.
  public var cells: [Cell] { rows.flatMap(\.self) }

  /// Whether a row of another grid of the same size holds the same cells.
  public func hasSameRow(_ row: Int, as other: Grid) -> Bool {
    guard size == other.size, row >= 0, row < size.rows else { return false }
    // Compared as plain memory, because each frame compares all rows and nearly all are the same.
    return rows[row].withUnsafeBytes { mine in
      other.rows[row].withUnsafeBytes { theirs in
        if mine.baseAddress == theirs.baseAddress { return true }
        var differences = SIMD4<UInt64>()
        var offset = 0
        while offset + 32 <= mine.count {
          differences |=
            mine.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            ^ theirs.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
          offset += 32
        }
        while offset < mine.count {
          differences[0] |=
            mine.load(fromByteOffset: offset, as: UInt64.self)
            ^ theirs.load(fromByteOffset: offset, as: UInt64.self)
          offset += 8
        }
        return differences[0] | differences[1] | differences[2] | differences[3] == 0
      }
    }
  }

  /// Draws glyphs from a cell to the right, clipped to `clip`; returns the column after the last one.
  @discardableResult
  public mutating func put(_ text: StyledText, at position: Position, in clip: Rect) -> Int {
    let clip = clip.intersection(bounds)
    var column = position.column
    let isVisible = !clip.isEmpty && position.row >= clip.row && position.row < clip.endRow
    for index in 0..<text.count {
      let glyph = text.glyphs[index]
      defer { column += glyph.width }
      guard isVisible, column < clip.endColumn, column + glyph.width > clip.column else { continue }
      set(glyph, text.styles[index], at: Position(column: column, row: position.row), in: clip)
    }
    return column
  }

  @discardableResult
  public mutating func put(_ text: ScreenText, at position: Position, in clip: Rect, _ style: Style) -> Int {
    put(StyledText(text, style), at: position, in: clip)
  }

  /// Draws one glyph.
  public mutating func put(_ glyph: Glyph, at position: Position, _ style: Style) {
    guard bounds.contains(position) else { return }
    set(glyph, style, at: position, in: bounds)
  }

  /// Clears a part.
  public mutating func fill(_ rect: Rect, _ style: Style = .plain) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let space = Cell.space(style)
    for row in rect.row..<rect.endRow {
      // If nothing changes, the row stays shared with the previous frame.
      guard let first = (rect.column..<rect.endColumn).first(where: { rows[row][$0] != space }) else {
        continue
      }
      // The halves of wide glyphs that the part cuts in two.
      if rows[row][rect.column].width == 0, rect.column > 0 {
        rows[row][rect.column - 1] = .space(rows[row][rect.column - 1].style)
      }
      if rows[row][rect.endColumn - 1].width == 2, rect.endColumn < size.columns {
        rows[row][rect.endColumn] = .space(rows[row][rect.endColumn].style)
      }
      for column in first..<rect.endColumn { rows[row][column] = space }
    }
  }

  /// Whether a link is in a row.
  public func hasLink(inRow row: Int) -> Bool { rows[row].contains(where: \.isLinked) }

  /// Changes the style of a part and keeps its text.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let rect = rect.intersection(bounds)
    for row in rect.row..<max(rect.row, rect.endRow) {
      for column in rect.column..<max(rect.column, rect.endColumn) {
        rows[row][column].style = change(rows[row][column].style)
      }
    }
  }

  private mutating func set(_ glyph: Glyph, _ style: Style, at position: Position, in clip: Rect) {
    guard position.column >= clip.column, position.column + glyph.width <= clip.endColumn else {
      // A wide glyph that is cut leaves a blank in place of its half.
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
