import TerminalScreen

/// Pads pictures to the shape of their cells, so that the terminal, which stretches them, keeps their aspect ratio: cells are
/// not exactly twice as high as wide, although half blocks assume that they are.
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
        ?? Fitted(
          original: placed.picture, cells: size, picture: Self.fitted(placed.picture, to: size, cell))
      known.append(fitted)
      return PlacedPicture(
        fitted.picture, in: placed.whole, clip: placed.visible, on: placed.ground)
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
