import CNcursesw
import TerminalScreen

/// Passes the changed cells to ncurses, which computes the shortest output.
@MainActor
final class CellPainter {
  private(set) var colors: ColorTranslation
  private var pairs: PairTable
  private var shown: Grid?
  /// Whether glyphs whose width varies between terminals are left to `PlacedGlyphs`.
  private let placesGlyphs: Bool
  /// The differences between the last frame and the one before it.
  private(set) var changes: [RowChange] = []
  /// The rows that ncurses rewrote completely for the last frame, because they contain or contained placed glyphs.
  private(set) var wholeRows: Set<Int> = []
  /// The rows that ncurses must rewrite completely for the next frame, whatever it assumes to be there.
  private var doubtfulRows: Set<Int> = []
  /// The rows that contain placed glyphs now.
  private var placedRows: Set<Int> = []
  /// The ncurses attributes of the styles used so far, because finding the nearest colour is slow. A theme has few styles, so
  /// they are searched linearly; creating a dictionary's type at the start would take longer than all these searches.
  private var inks: [Ink] = []
  private static let mostInks = 64
  /// The same for pixels, nearly all of which differ: each entry is at an index computed from its bits. A pixel is looked up
  /// once, and not again when its picture moves. Empty until there is a picture.
  private var pixelInks: [Ink] = []
  /// Enough entries for the last few pictures, or a large one.
  private static let pixelInkBits = 12

  private enum Part { case all, words, pixels }

  init(depth: ColorDepth, placesGlyphs: Bool) {
    self.placesGlyphs = placesGlyphs
    colors = ColorTranslation(depth)
    pairs = PairTable(limit: depth == .none ? 1 : curses_pairs())
  }

  /// Forgets what is on the screen.
  func forget() {
    shown = nil
    placedRows = []
    werase(curses_next_screen())
    curses_forget()
  }

  /// Marks a row that another writer may have changed.
  func doubt(row: Int) { doubtfulRows.insert(row) }

  /// Writes the differences into ncurses' virtual screen.
  func paint(_ grid: Grid, on ground: Background) {
    if colors.ground != ground {
      colors.ground = ground
      forgetInks()
      shown = nil
    }
    if shown?.size != grid.size {
      shown = nil
      werase(curses_next_screen())
    }
    wholeRows = doubtfulRows
    doubtfulRows = []
    for row in wholeRows { wredrawln(curses_next_screen(), Int32(row), 1) }
    if !paint(.all, of: grid, over: shown) {
      // Out of pairs: drops pairs that are no longer on the screen, and assigns pairs to all cells again, starting with text.
      // Text without a pair gets the default colours, and pixels get the nearest.
      pairs.forget()
      forgetInks()
      _ = paint(.words, of: grid, over: nil)
      _ = paint(.pixels, of: grid, over: nil)
    }
    shown = grid
  }

  private func forgetInks() {
    inks = []
    pixelInks = []
  }

  /// Paints a part; false if there were not enough pairs.
  private func paint(_ part: Part, of grid: Grid, over old: Grid?) -> Bool {
    // The frame may have been drawn for an earlier size of the terminal.
    let size = Size(
      columns: min(grid.size.columns, Int(curses_columns())), rows: min(grid.size.rows, Int(curses_rows())))
    changes = grid.changes(since: old)
    var hasPairs = true
    // Adjacent runs usually have the same style.
    var last: Ink?
    var changed = ChangedRuns()
    for change in changes where change.row < size.rows {
      let cells = grid.row(change.row)
      grid.listRuns(in: change, since: old, columns: size.columns, into: &changed)
      if placesGlyphs { redrawIfPlaced(cells, change.row, changed) }
      for run in changed.runs {
        let (bits, first) = (run.styleBits, run.columns.lowerBound)
        let ink: Ink
        if run.showsPixels {
          guard part != .words else { continue }
          let cell = cells[first]
          guard let known = pixelInk(bits, of: cell, takesNearest: part == .pixels) else { return false }
          ink = known
        } else {
          guard part != .pixels else { continue }
          if let last, last.bits == bits {
            ink = last
          } else {
            ink = wordInk(bits, of: cells[first], &hasPairs)
            last = ink
          }
        }
        if run.holdsLetters {
          // In one call, because single calls take many times as long.
          curses_put_letters(
            Int32(change.row), Int32(first), changed.letters, Int32(run.columns.count),
            ink.attributes, ink.pair)
        } else {
          draw(cells[first], ink, row: change.row, column: first)
        }
      }
    }
    return hasPairs
  }

  private func wordInk(_ bits: UInt64, of cell: Cell, _ hasPairs: inout Bool) -> Ink {
    if let known = knownInk(bits) { return known }
    let style = colors.shown(cell.style)
    let pair = pair(of: style)
    hasPairs = hasPairs && pair != nil
    let ink = Ink(bits: bits, attributes: Self.attributes(of: style.attributes), pair: pair ?? 0)
    if inks.count == Self.mostInks { inks = [] }
    if pair != nil { inks.append(ink) }
    return ink
  }

  /// The attributes of a pixel; nil if no pair is left.
  private func pixelInk(_ bits: UInt64, of cell: Cell, takesNearest: Bool) -> Ink? {
    if pixelInks.isEmpty {
      let none = Ink(bits: .max, attributes: 0, pair: 0)
      pixelInks = Array(repeating: none, count: 1 << Self.pixelInkBits)
    }
    let place = Int((bits &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.pixelInkBits))
    if pixelInks[place].bits == bits { return pixelInks[place] }
    let style = colors.shownPixels(cell.style)
    var pair = pair(of: style, leaving: pairs.kept)
    if pair == nil, takesNearest {
      let wanted = PairTable.Pair(foreground: style.foreground, background: style.background)
      pair = pairs.nearest { [colors] in colors.difference($0, wanted) } ?? 0
    }
    guard let pair else { return nil }
    let ink = Ink(bits: bits, attributes: Self.attributes(of: style.attributes), pair: pair)
    pixelInks[place] = ink
    return ink
  }

  private func knownInk(_ bits: UInt64) -> Ink? {
    for ink in inks where ink.bits == bits { return ink }
    return nil
  }

  /// Redraws a row with placed glyphs: ncurses assumes that they are blanks, and would not erase them.
  private func redrawIfPlaced(_ cells: [Cell], _ row: Int, _ changed: ChangedRuns) {
    // If a placed glyph has not changed, `placedRows` contains its row.
    guard changed.hasPlacedGlyph(in: cells) || placedRows.contains(row) else { return }
    wholeRows.insert(row)
    wredrawln(curses_next_screen(), Int32(row), 1)
    if cells.contains(where: \.isPlaced) { placedRows.insert(row) } else { placedRows.remove(row) }
  }

  /// Draws a cell that is not a letter.
  private func draw(_ cell: Cell, _ ink: Ink, row: Int, column: Int) {
    // The glyph is replaced by blanks.
    let isLeftOut = placesGlyphs && cell.isPlaced
    // Most cells outside of runs of letters have a single scalar, and need no array.
    if !isLeftOut, let scalar = cell.single {
      var letter = wchar_t(bitPattern: scalar.value)
      return curses_put(Int32(row), Int32(column), &letter, 1, ink.attributes, ink.pair)
    }
    guard !isLeftOut else {
      // To move right, ncurses may rewrite cells that look like the last ones it wrote, and blanks would erase the glyph. The
      // attribute distinguishes these blanks from all other cells.
      let blanks = [wchar_t](repeating: 0x20, count: cell.width)
      let attributes = ink.attributes | curses_invisible
      return curses_put(Int32(row), Int32(column), blanks, blanks.count, attributes, ink.pair)
    }
    var text: [wchar_t] = []
    cell.forEachScalar { text.append(wchar_t(bitPattern: $0.value)) }
    curses_put(Int32(row), Int32(column), text, text.count, ink.attributes, ink.pair)
  }

  private func pair(of style: ColorTranslation.Shown, leaving free: Int32 = 0) -> Int32? {
    let pair = PairTable.Pair(foreground: style.foreground, background: style.background)
    switch pairs.number(of: pair, leaving: free) {
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

/// A style as ncurses attributes.
private struct Ink {
  /// The bits of the style.
  let bits: UInt64
  let attributes: attr_t
  let pair: Int32
}

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
