import CNcursesw
import TerminalScreen

/// Gives ncurses the changed cells, and ncurses finds the shortest way to write them.
@MainActor
final class CellPainter {
  private(set) var colors: ColorTranslation
  private var pairs: PairTable
  private var shown: Grid?
  /// Whether glyphs about whose widths terminals disagree are left to `PlacedGlyphs`.
  private let placesGlyphs: Bool
  /// Where the last frame differs from the one before it.
  private(set) var changes: [RowChange] = []
  /// The rows that the last frame had ncurses write as a whole, because there are or were placed glyphs in them.
  private(set) var wholeRows: Set<Int> = []
  /// The rows that the next frame has it write as a whole, whatever it believes to be there.
  private var doubtfulRows: Set<Int> = []
  /// The rows in which there are placed glyphs now.
  private var placedRows: Set<Int> = []
  /// How the styles that were used are written: the nearest colour takes long to find. A theme has few of them, so they are
  /// looked for one by one; a dictionary's type would take longer to make at the start than all these searches.
  private var inks: [Ink] = []
  private static let mostInks = 64

  /// A style as ncurses takes it.
  private struct Ink {
    /// Those of the style.
    let bits: UInt64
    let attributes: attr_t
    let pair: Int32
  }

  init(depth: ColorDepth, placesGlyphs: Bool) {
    self.placesGlyphs = placesGlyphs
    colors = ColorTranslation(depth)
    pairs = PairTable(limit: depth == .none ? 1 : curses_pairs())
  }

  /// Forgets what it believes to be on the screen.
  func forget() {
    shown = nil
    placedRows = []
    werase(curses_window())
    curses_forget()
  }

  /// Somebody else may have written into a row.
  func doubt(row: Int) { doubtfulRows.insert(row) }

  /// Writes the differences into ncurses' picture.
  func paint(_ grid: Grid, on ground: Background) {
    if colors.ground != ground {
      colors.ground = ground
      inks = []
      shown = nil
    }
    if shown?.size != grid.size {
      shown = nil
      werase(curses_window())
    }
    wholeRows = doubtfulRows
    doubtfulRows = []
    for row in wholeRows { wredrawln(curses_window(), Int32(row), 1) }
    if !paint(grid, over: shown) {
      // Out of pairs: drop those no longer on the screen, and assign pairs to all cells again. Cells that still get
      // none have the standard colours.
      pairs.forget()
      inks = []
      _ = paint(grid, over: nil)
    }
    shown = grid
  }

  /// Returns false if there were not enough pairs.
  private func paint(_ grid: Grid, over old: Grid?) -> Bool {
    // A frame may have been drawn for an earlier size of the terminal.
    let size = Size(
      columns: min(grid.size.columns, Int(curses_columns())), rows: min(grid.size.rows, Int(curses_rows())))
    var hasPairs = true
    // Neighbours mostly look the same.
    var last: Ink?
    changes = grid.changes(since: old)
    for change in changes where change.row < size.rows {
      let row = change.row
      let cells = grid.row(row)
      let before = old?.row(row)
      if placesGlyphs { redrawIfPlaced(cells, change) }
      for column in change.columns.lowerBound..<min(change.columns.upperBound, size.columns) {
        let cell = cells[column]
        if let before, before[column] == cell { continue }
        // The second half of a wide glyph comes with the first.
        guard cell.width > 0, column + cell.width <= size.columns else { continue }
        let bits = cell.styleBits
        let ink: Ink
        if cell.showsPixels {
          // Hardly two are alike, and the styles of words are not to be forgotten for them.
          let style = colors.shownPixels(cell.style)
          let pair = pair(of: style)
          hasPairs = hasPairs && pair != nil
          ink = Ink(bits: bits, attributes: Self.attributes(of: style.attributes), pair: pair ?? 0)
          draw(cell, ink, row: row, column: column)
          continue
        }
        if let last, last.bits == bits {
          ink = last
        } else if let known = knownInk(bits) {
          ink = known
        } else {
          let style = colors.shown(cell.style)
          let pair = pair(of: style)
          hasPairs = hasPairs && pair != nil
          ink = Ink(bits: bits, attributes: Self.attributes(of: style.attributes), pair: pair ?? 0)
          if inks.count == Self.mostInks { inks = [] }
          if pair != nil { inks.append(ink) }
        }
        last = ink
        draw(cell, ink, row: row, column: column)
      }
    }
    return hasPairs
  }

  private func knownInk(_ bits: UInt64) -> Ink? {
    for ink in inks where ink.bits == bits { return ink }
    return nil
  }

  /// ncurses believes blanks to be where placed glyphs are, and would leave these there.
  private func redrawIfPlaced(_ cells: [Cell], _ change: RowChange) {
    let row = change.row
    // One that did not change was there before.
    guard placedRows.contains(row) || PlacedGlyphs.areIn(cells[change.columns]) else { return }
    wholeRows.insert(row)
    wredrawln(curses_window(), Int32(row), 1)
    if PlacedGlyphs.areIn(cells[...]) { placedRows.insert(row) } else { placedRows.remove(row) }
  }

  private func draw(_ cell: Cell, _ ink: Ink, row: Int, column: Int) {
    let isLeftOut = placesGlyphs && cell.isPlaced
    if !isLeftOut, let scalar = cell.single {
      curses_put_one(
        Int32(row), Int32(column), wchar_t(bitPattern: scalar.value), ink.attributes, ink.pair)
      return
    }
    var text: [wchar_t] = []
    if isLeftOut {
      text = Array(repeating: 0x20, count: cell.width)
    } else {
      cell.forEachScalar { text.append(wchar_t(bitPattern: $0.value)) }
    }
    curses_put(Int32(row), Int32(column), text, text.count, ink.attributes, ink.pair)
  }

  private func pair(of style: ColorTranslation.Shown) -> Int32? {
    let pair = PairTable.Pair(foreground: style.foreground, background: style.background)
    switch pairs.number(of: pair) {
    case .known(let number): return number
    case .new(let number):
      init_extended_pair(number, pair.foreground, pair.background)
      return number
    case .full: return nil
    }
  }

  private static func attributes(of attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= curses_bold }
    if attributes.contains(.dim) { result |= curses_dim }
    if attributes.contains(.italic) { result |= curses_italic }
    if attributes.contains(.underline) { result |= curses_underline }
    if attributes.contains(.reverse) { result |= curses_reverse }
    return result
  }
}
