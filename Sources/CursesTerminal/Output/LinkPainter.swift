import TerminalScreen

/// Finds the cells whose links differ from the frame's, and the output that updates them.
///
/// ncurses knows no links. It writes the cells without them, and cells that got or lost a link are written once more
/// with the right link.
struct LinkPainter {
  private let depth: ColorDepth
  private var shown: Frame?

  init(depth: ColorDepth) { self.depth = depth }

  mutating func forget() { shown = nil }

  /// The output to write after ncurses has written the frame; empty if no link has changed.
  ///
  /// - Parameters:
  ///   - changes: where it differs from the frame before.
  ///   - whole: the rows that ncurses wrote as a whole, and without their links.
  mutating func text(
    for frame: Frame, rows: Int, columns: Int, changes: [RowChange], anew whole: Set<Int>
  ) -> String {
    defer { shown = frame }
    // On another ground ncurses wrote everything anew.
    let before = shown?.grid.size == frame.grid.size && shown?.ground == frame.ground ? shown : nil
    guard !frame.links.isEmpty || before?.links.isEmpty == false else { return "" }
    let colors = ColorTranslation(depth, on: frame.ground)
    let (grid, old) = (frame.grid, before?.grid)
    var text = ""
    // The same number may be another link now.
    var candidates = before?.links == frame.links ? changes.map(\.row) : Array(0..<grid.size.rows)
    for row in whole where !candidates.contains(row) { candidates.append(row) }
    for row in candidates where row < rows {
      // Most rows have no link and had none.
      let isWhole = whole.contains(row)
      let isLinked = grid.hasLink(inRow: row)
      let wasLinked = isWhole ? false : old?.hasLink(inRow: row) ?? false
      guard isLinked || wasLinked else { continue }
      let before = isWhole ? nil : before
      var column = 0
      while column < min(columns, grid.size.columns) {
        let start = column
        let link = link(at: start, row, in: frame)
        let style = grid[Position(column: start, row: row)].style
        var glyphs = ""
        while column < min(columns, grid.size.columns) {
          let place = Position(column: column, row: row)
          let cell = grid[place]
          guard cell.style == style, isStale(place, in: frame, before: before) else { break }
          // One that is wider or narrower here begins and ends a piece.
          guard !cell.isPlaced || glyphs.isEmpty else { break }
          glyphs += cell.text
          column += 1
          if cell.isPlaced { break }
        }
        if glyphs.isEmpty {
          column += 1
          continue
        }
        text += "\u{1B}[\(row + 1);\(start + 1)H" + StyleSequence.text(of: style, colors)
        text += link.flatMap(TerminalCommand.beginLink) ?? TerminalCommand.endLink
        text += glyphs
      }
    }
    // ncurses must find cursor and colours where it left them.
    return text.isEmpty ? "" : "\u{1B}7" + text + TerminalCommand.endLink + "\u{1B}8"
  }

  private func isStale(_ place: Position, in frame: Frame, before: Frame?) -> Bool {
    let new = link(at: place.column, place.row, in: frame)
    guard let before else { return new != nil }
    let old = link(at: place.column, place.row, in: before)
    return new != old || new != nil && before.grid[place] != frame.grid[place]
  }

  private func link(at column: Int, _ row: Int, in frame: Frame) -> String? {
    guard let id = frame.grid[Position(column: column, row: row)].link else { return nil }
    return Int(id.index) < frame.links.count ? frame.links[Int(id.index)] : nil
  }
}
