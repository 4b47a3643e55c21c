/// One hard line in rows, with a place for the cursor before and behind every glyph.
///
/// A cursor behind a full row, or before the one space that may hang over its edge, stands in the column `columns`: whoever
/// draws it lays the line out in one column less than there is.
public struct EditableRows: Hashable, Sendable {
  public let glyphs: [Glyph]
  public let columns: Int
  /// The glyphs of each row; each row begins where the one before it ends.
  public let rows: [Range<Int>]

  public init(_ glyphs: [Glyph], columns: Int) {
    self.glyphs = glyphs
    self.columns = max(1, columns)
    rows = WordWrap.editableRows(of: glyphs, columns: columns)
  }

  /// Where the cursor stands before the glyph of this index. Between two rows it stands at the start of the second.
  public func position(of index: Int) -> Position {
    precondition((0...glyphs.count).contains(index), "a cursor at \(index) of \(glyphs.count) glyphs")
    var low = 0
    var high = rows.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows[middle].lowerBound <= index { low = middle } else { high = middle }
    }
    return Position(column: min(columns, glyphs[rows[low].lowerBound..<index].width), row: low)
  }

  /// The index that a cursor has there, or at the nearest place where it can stand in that row.
  public func index(at position: Position) -> Int {
    let row = min(max(0, position.row), rows.count - 1)
    var column = 0
    for index in rows[row] {
      column += glyphs[index].width
      if position.column < column { return index }
    }
    // The end of a row is the start of the next one, but for the last.
    return row == rows.count - 1 ? glyphs.count : max(rows[row].lowerBound, rows[row].upperBound - 1)
  }
}
