import TerminalScreen

/// The message on a screen that is too small for anything else.
enum TooSmallPane {
  /// - Parameter need: the size from which on everything fits.
  static func draw(on canvas: inout Canvas, need: Size) {
    let size = canvas.grid.size
    let words = "Too small: \(size.columns)x\(size.rows), needs \(need.columns)x\(need.rows)"
    let rows = TextRows(words, TextRows.Rule(columns: max(1, size.columns), overhang: .max))
    var rest = canvas.grid.bounds
    for row in 0..<min(rows.count, size.rows) {
      canvas.put(rows.styled(row, canvas.theme.text), in: rest)
      _ = rest.takeTop(1)
    }
  }
}
