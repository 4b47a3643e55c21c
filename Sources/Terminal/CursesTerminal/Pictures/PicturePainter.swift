import TerminalScreen

/// Makes a terminal show exactly the pictures of a frame, in the protocol that it supports.
///
/// A picture is sent once, and stays while its place does not change. In most protocols it replaces the cells, so
/// rewriting its rows erases it, and it is sent again.
struct PicturePainter {
  private struct Shown {
    let picture: PlacedPicture
    /// The size of a cell when the picture was shown.
    let cell: Size?
    let removal: String
  }

  private var language: any PictureLanguage
  private var shown: [Shown] = []
  /// The size of a cell in pixels; nil if unknown.
  private var cell: Size?

  init(_ language: some PictureLanguage) { self.language = language }

  /// Whether a frame without pictures needs no output.
  var isIdle: Bool { shown.isEmpty && language.isIdle }

  /// Ends an unfinished command, and removes all pictures.
  var leaving: String { language.leaving }

  /// The pictures, or the parts of them, that the terminal can show.
  ///
  /// - Parameters:
  ///   - size: the size of the screen.
  ///   - cell: the size of a cell in pixels; nil if unknown.
  mutating func possible(_ pictures: [PlacedPicture], on size: Size, cell: Size?) -> [PlacedPicture] {
    self.cell = cell
    guard language.isInCells else { return pictures }
    // After a picture in cells, the terminal moves to the line below, and would scroll at the bottom.
    let room = Rect(Size(columns: size.columns, rows: size.rows - 1))
    return pictures.compactMap { placed in
      let part = PlacedPicture(
        placed.picture, in: placed.whole, clip: placed.visible.intersection(room), on: placed.ground)
      return !part.visible.isEmpty && language.canShow(part, cell: cell) ? part : nil
    }
  }

  /// The rows that have to be rewritten, because they show pictures that are no longer wanted.
  func remains(besides pictures: [PlacedPicture]) -> Set<Int> {
    guard language.isInCells else { return [] }
    var rows: Set<Int> = []
    for old in shown where !isWanted(old, pictures) {
      rows.formUnion(old.picture.visible.row..<old.picture.visible.endRow)
    }
    return rows
  }

  /// Forgets the state of the terminal, which was cleared or resized.
  mutating func forget() {
    language.forget()
    shown = []
  }

  /// - Parameter written: the rows in which something was written for this frame.
  /// - Returns: the output to write after that of the cells, and whether it is complete: of several long pictures, it contains
  ///   only the first.
  mutating func text(for pictures: [PlacedPicture], written: Set<Int> = []) -> (text: String, isWhole: Bool) {
    var text = language.clearing()
    var kept: [Shown] = []
    for old in shown {
      if !isWanted(old, pictures) {
        text += old.removal
      } else if !isTaken(old, by: written) {
        kept.append(old)
      }
    }
    shown = kept
    var moves = ""
    var isWhole = true
    var mayBeMuch = true
    for picture in pictures where !shown.contains(where: { $0.picture == picture }) {
      guard let drawn = language.showing(picture, cell: cell, mayBeMuch: mayBeMuch) else {
        isWhole = false
        continue
      }
      moves += drawn.text
      mayBeMuch = mayBeMuch && !drawn.isMuch
      shown.append(Shown(picture: picture, cell: cell, removal: drawn.removal))
    }
    // ncurses may have set a scroll region smaller than the screen, from the terminal's description, and a picture at its lower
    // end would scroll it.
    if !moves.isEmpty { text += CursorSequence.restoring((language.isInCells ? "\u{1B}[r" : "") + moves) }
    return (text + language.freeing(besides: shown.map(\.picture)), isWhole)
  }

  /// Whether output to these rows removed a picture.
  private func isTaken(_ old: Shown, by written: Set<Int>) -> Bool {
    guard language.isInCells, !written.isEmpty else { return false }
    return !written.isDisjoint(with: old.picture.visible.row..<old.picture.visible.endRow)
  }

  private func isWanted(_ old: Shown, _ pictures: [PlacedPicture]) -> Bool {
    pictures.contains(old.picture) && (old.cell == cell || !language.isInCells)
  }
}

/// A protocol for showing pictures in terminals. `PicturePainter` tracks which pictures are shown where.
protocol PictureLanguage {
  /// Whether pictures are part of the cells under them: overwriting the cells removes a picture, and nothing else does.
  var isInCells: Bool { get }
  /// Whether the terminal stores no data besides the visible pictures.
  var isIdle: Bool { get }
  /// Ends a command of which the terminal may have received a part, and deletes all pictures on this screen; at most 64 bytes.
  var leaving: String { get }

  /// Whether the protocol can show a picture at this cell size; nil if the size is unknown.
  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool
  /// Forgets the state of the terminal, which is unknown now.
  mutating func forget()
  /// The output before all other output of a frame.
  mutating func clearing() -> String
  /// The output that shows a picture; nil if it is long and `mayBeMuch` is false.
  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture?
  /// Deletes kept pictures beyond the limit, except those that are shown.
  mutating func freeing(besides shown: [PlacedPicture]) -> String
}

/// The output that shows a picture.
struct ShownPicture {
  /// The output; the cursor may be anywhere, and is restored afterwards.
  var text: String
  /// The output that removes the picture; empty if overwriting its cells does.
  var removal = ""
  /// Whether to read keys before further output.
  var isMuch = true
}

extension CursorSequence {
  /// Moves to the first visible cell of a picture.
  static func move(to placed: PlacedPicture) -> String {
    move(to: Position(column: placed.visible.column, row: placed.visible.row))
  }
}

/// Pads pictures to the shape of their cells, so that a terminal that stretches them keeps their aspect ratio: half blocks
/// assume that cells are exactly twice as high as wide, which they are not.
struct PictureFitting {
  private struct Fitted {
    let original: Picture
    let cells: Size
    let picture: Picture
  }

  /// The pictures of the last frame.
  private var known: [Fitted] = []
  private var cell = Size(columns: 0, rows: 0)

  /// - Parameter cell: the size of a cell in pixels; nil if unknown.
  mutating func fit(_ pictures: [PlacedPicture], cell: Size?) -> [PlacedPicture] {
    guard let cell, cell.columns > 0, cell.rows > 0, !pictures.isEmpty else {
      known = []
      return pictures
    }
    if cell != self.cell { known = [] }
    self.cell = cell
    let before = known
    known = []
    return pictures.map { placed in
      let size = placed.whole.size
      let isSame = { (one: Fitted) in one.cells == size && one.original == placed.picture }
      let fitted =
        known.first(where: isSame) ?? before.first(where: isSame)
        ?? Fitted(original: placed.picture, cells: size, picture: Self.fitted(placed.picture, to: size, cell))
      known.append(fitted)
      return PlacedPicture(fitted.picture, in: placed.whole, clip: placed.visible, on: placed.ground)
    }
  }

  /// The same picture with padding on its right or below it.
  private static func fitted(_ picture: Picture, to cells: Size, _ cell: Size) -> Picture {
    let (wide, high) = (cells.columns * cell.columns, cells.rows * cell.rows)
    guard wide > 0, high > 0 else { return picture }
    return picture.extended(
      width: max(picture.width, picture.height * wide / high),
      height: max(picture.height, picture.width * high / wide))
  }
}
