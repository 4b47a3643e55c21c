import TerminalScreen

/// Glyphs whose width varies between terminals (flags, vowel signs of Indian scripts, and some symbols), each positioned
/// explicitly.
///
/// ncurses computes the cursor position from the widths it assumes, so a glyph of another width would shift the rest of the row
/// and later output. ncurses gets blanks instead, and these glyphs are written over them.
enum PlacedGlyphs {
  /// The output for these rows, to be written after ncurses'.
  static func text(in grid: Grid, rows: some Sequence<Int>, columns: Int, _ colors: ColorTranslation)
    -> String
  {
    var text = ""
    var style: Style?
    for row in rows {
      for (column, cell) in grid.row(row).prefix(columns).enumerated() where cell.isPlaced {
        guard column + cell.width <= columns else { continue }
        text += CursorSequence.move(to: Position(column: column, row: row))
        if style != cell.style { text += StyleSequence.text(of: cell.style, colors) }
        style = cell.style
        text += cell.text
      }
    }
    return CursorSequence.restoring(text)
  }
}
