import TerminalScreen

/// Moves of the cursor, for output that does not go through ncurses.
enum CursorSequence {
  static func move(to position: Position) -> String { "\u{1B}[\(position.row + 1);\(position.column + 1)H" }

  /// The output, wrapped so that cursor and colours are afterwards as ncurses left them; empty if there is no output.
  static func restoring(_ output: String) -> String { output.isEmpty ? "" : "\u{1B}7\(output)\u{1B}8" }
}
