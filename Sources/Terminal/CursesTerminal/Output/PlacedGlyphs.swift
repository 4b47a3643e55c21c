import TerminalScreen

/// The glyphs with whose widths terminals disagree, each put into its cell by itself: flags, vowel signs of Indian
/// scripts, and some symbols.
///
/// ncurses moves the cursor by what it believes that glyphs take, so one that is wider or narrower would shift the rest
/// of the row, and what is written next. It is given blanks in their place, and these are written over them.
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
