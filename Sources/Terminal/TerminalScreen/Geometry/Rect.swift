/// A part of the screen; empty if it has no columns or no rows.
public struct Rect: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  public init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  public var isEmpty: Bool { columns == 0 || rows == 0 }
  /// The first column to the right of the rectangle.
  public var endColumn: Int { column + columns }
  /// The first row below the rectangle.
  public var endRow: Int { row + rows }
  public var size: Size { Size(columns: columns, rows: rows) }

  public func contains(_ position: Position) -> Bool {
    position.column >= column && position.column < endColumn && position.row >= row && position.row < endRow
  }

  /// The part that is also in another rectangle.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }

  /// Cuts rows off the top, and returns them.
  public mutating func takeTop(_ count: Int) -> Rect {
    let taken = min(max(0, count), rows)
    defer {
      row += taken
      rows -= taken
    }
    return Rect(column: column, row: row, columns: columns, rows: taken)
  }

  /// Cuts rows off the bottom, and returns them.
  public mutating func takeBottom(_ count: Int) -> Rect {
    let taken = min(max(0, count), rows)
    rows -= taken
    return Rect(column: column, row: endRow, columns: columns, rows: taken)
  }

  /// Cuts columns off the left side, and returns them.
  public mutating func takeLeft(_ count: Int) -> Rect {
    let taken = min(max(0, count), columns)
    defer {
      column += taken
      columns -= taken
    }
    return Rect(column: column, row: row, columns: taken, rows: rows)
  }

  /// Cuts columns off the right side, and returns them.
  public mutating func takeRight(_ count: Int) -> Rect {
    let taken = min(max(0, count), columns)
    columns -= taken
    return Rect(column: endColumn, row: row, columns: taken, rows: rows)
  }
}

/// A cell, counted from the upper left corner.
public struct Position: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A number of columns and rows.
public struct Size: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
