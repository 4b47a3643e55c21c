import TerminalScreen

/// Gives pictures the shape of the cells that they are shown over, so that the terminal, which stretches them, keeps the
/// ratio of their sides: cells are not exactly twice as high as wide, which is what blocks take them for.
struct PictureFitting {
  private struct Fitted {
    let original: Picture
    let cells: Size
    let picture: Picture
  }

  /// Those of the last frame.
  private var known: [Fitted] = []
  private var cell = Size(columns: 0, rows: 0)

  /// - Parameter cell: the size of a cell in pixels; nil if nobody knows it.
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
        ?? Fitted(
          original: placed.picture, cells: size, picture: Self.fitted(placed.picture, to: size, cell))
      known.append(fitted)
      return PlacedPicture(
        fitted.picture, in: placed.whole, clip: placed.visible, on: placed.ground)
    }
  }

  /// The same picture with room at its right or below it.
  private static func fitted(_ picture: Picture, to cells: Size, _ cell: Size) -> Picture {
    let (wide, high) = (cells.columns * cell.columns, cells.rows * cell.rows)
    guard wide > 0, high > 0 else { return picture }
    return picture.extended(
      width: max(picture.width, picture.height * wide / high),
      height: max(picture.height, picture.width * high / wide))
  }
}
