import TerminalScreen

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

  /// Calls the closure with each glyph drawn in a row and the columns beside each other that have it: where no line passes,
  /// there is none.
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
