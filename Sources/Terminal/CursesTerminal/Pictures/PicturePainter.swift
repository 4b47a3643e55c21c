import TerminalScreen

/// Makes a terminal show exactly the pictures of a frame, in the protocol that it knows.
///
/// A picture is said once, and stays until it is not wanted any more where it is. In most protocols it is part of cells then:
/// it goes when its rows are written anew, and has to be said again when that happens for another reason.
struct PicturePainter {
  private struct Shown {
    let picture: PlacedPicture
    /// The size of a cell at that time.
    let cell: Size?
    let removal: String
  }

  private var language: any PictureLanguage
  private var shown: [Shown] = []
  /// The size of a cell in pixels; nil if nobody knows it.
  private var cell: Size?

  init(_ language: some PictureLanguage) { self.language = language }

  /// Whether nothing has to be done for a frame without pictures.
  var isIdle: Bool { shown.isEmpty && language.isIdle }

  /// What ends what is being said, and takes away all pictures.
  var leaving: String { language.leaving }

  /// Those that the terminal can show, as far as it can.
  ///
  /// - Parameters:
  ///   - size: that of the screen.
  ///   - cell: that of a cell in pixels; nil if nobody knows it.
  mutating func possible(_ pictures: [PlacedPicture], on size: Size, cell: Size?) -> [PlacedPicture] {
    self.cell = cell
    guard language.isInCells else { return pictures }
    // A terminal goes to the line below a picture in cells, and would scroll.
    let room = Rect(Size(columns: size.columns, rows: size.rows - 1))
    return pictures.compactMap { placed in
      let part = PlacedPicture(
        placed.picture, in: placed.whole, clip: placed.visible.intersection(room), on: placed.ground)
      return !part.visible.isEmpty && language.canShow(part, cell: cell) ? part : nil
    }
  }

  /// The rows that have to be written anew, because there are pictures that are not wanted any more.
  func remains(besides pictures: [PlacedPicture]) -> Set<Int> {
    guard language.isInCells else { return [] }
    var rows: Set<Int> = []
    for old in shown where !isWanted(old, pictures) {
      rows.formUnion(old.picture.visible.row..<old.picture.visible.endRow)
    }
    return rows
  }

  /// Nobody knows what the terminal still has: it is cleared, or has another size.
  mutating func forget() {
    language.forget()
    shown = []
  }

  /// - Parameter written: the rows in which something was written for this frame.
  /// - Returns: the output to be written behind that of the cells, and whether there is more to be said afterwards: of what
  ///   takes long, it is only the first.
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
    // ncurses may have begun with a region to scroll that is smaller than the screen, as the terminal's description has it:
    // behind a picture at its lower end, it would scroll.
    if !moves.isEmpty { text += CursorSequence.restoring((language.isInCells ? "\u{1B}[r" : "") + moves) }
    return (text + language.freeing(besides: shown.map(\.picture)), isWhole)
  }

  /// Whether what was written in rows took a picture away.
  private func isTaken(_ old: Shown, by written: Set<Int>) -> Bool {
    guard language.isInCells, !written.isEmpty else { return false }
    return !written.isDisjoint(with: old.picture.visible.row..<old.picture.visible.endRow)
  }

  private func isWanted(_ old: Shown, _ pictures: [PlacedPicture]) -> Bool {
    pictures.contains(old.picture) && (old.cell == cell || !language.isInCells)
  }
}
