public import TerminalScreen

extension Grid {
  /// A grid that can be read in a test, as wide as its widest line.
  public init(lines: String..., style: Style = .plain) {
    let texts = lines.map { ScreenText($0) }
    self.init(Size(columns: texts.map(\.width).max() ?? 0, rows: texts.count), style: style)
    for (row, text) in texts.enumerated() { put(text, at: Position(column: 0, row: row), in: bounds, style) }
  }

  /// Its rows as text, the spaces at their ends included.
  public var lines: [String] { (0..<size.rows).map { row($0).map(\.text).joined() } }

  /// Where a wide glyph lacks its second cell, or a second cell its glyph: nowhere, or the grid is broken.
  public var halfGlyphs: [Position] {
    var found: [Position] = []
    for row in 0..<size.rows {
      let widths = [1] + self.row(row).map(\.width) + [1]
      for column in 0..<size.columns where (widths[column] == 2) != (widths[column + 1] == 0) {
        found.append(Position(column: column, row: row))
      }
      if widths[size.columns] == 2 { found.append(Position(column: size.columns - 1, row: row)) }
    }
    return found
  }
}
