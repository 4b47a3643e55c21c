import TerminalScreen

/// Makes a terminal show exactly the pictures of a frame, in the protocol that it supports.
///
/// A picture is sent once, and stays until it is no longer wanted in that place. In most protocols it is then part of the
/// cells: rewriting its rows removes it, and if they are rewritten for another reason it has to be sent again.
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
    // ncurses may have set a scroll region smaller than the screen, from the terminal's description. A picture at its lower end
    // would make it scroll.
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
