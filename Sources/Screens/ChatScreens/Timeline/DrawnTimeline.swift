import TerminalScreen

/// Which line stands in which row of a timeline, so that the next frame can copy lines that only moved.
struct DrawnTimeline {
  /// A line of a message, and what its row shows beside it.
  struct Line {
    let block: MessageBlock
    let index: Int
    let isSelected: Bool
    let isFound: Bool

    func looksLike(_ other: Line) -> Bool {
      block === other.block && index == other.index && isSelected == other.isSelected
        && isFound == other.isFound
    }
  }

  let rect: Rect
  /// Nil for rows that cannot be copied.
  private var lines: [Line?]

  init(in rect: Rect) {
    self.rect = rect
    lines = Array(repeating: nil, count: rect.rows)
  }

  /// Notes what was drawn in a row, counted from the top.
  mutating func note(_ line: Line, at row: Int) { lines[row] = line.block.isMovable ? line : nil }

  /// Notes that something was drawn over a row.
  mutating func forget(_ row: Int) { lines[row] = nil }

  /// The row of a line.
  ///
  /// - Parameter guess: where it most probably is.
  func row(of line: Line, near guess: Int) -> Int? {
    if lines.indices.contains(guess), lines[guess]?.looksLike(line) == true { return guess }
    return lines.firstIndex { $0?.looksLike(line) == true }
  }
}

/// A timeline as the last frame had it, with its cells.
struct MovableTimeline {
  private let drawn: DrawnTimeline
  private let grid: Grid
  /// How far the last line was moved: its neighbours mostly move along.
  private var shift = 0

  /// - Parameter grid: before anything of the next frame is drawn.
  init(_ drawn: DrawnTimeline, in grid: Grid) {
    self.drawn = drawn
    self.grid = grid
  }

  /// Copies a line to a row of the same columns; false if it stood nowhere.
  mutating func move(_ line: DrawnTimeline.Line, to row: Rect, on canvas: inout Canvas) -> Bool {
    guard drawn.rect.column == row.column, drawn.rect.columns == row.columns,
      let place = drawn.row(of: line, near: row.row - drawn.rect.row + shift)
    else { return false }
    shift = place - (row.row - drawn.rect.row)
    canvas.grid.copy(
      row.column..<row.endColumn, fromRow: drawn.rect.row + place, of: grid, toRow: row.row)
    return true
  }
}
