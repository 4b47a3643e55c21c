import TerminalScreen

/// The pictures of the probe: four colours, one with a transparent middle, one of half a megabyte, and one with all
/// pairs of eight colours.
struct ProbePictures {
  var row = 4
  /// Whether words cover the pictures.
  var isCovered = false
  private var kind = 0
  private static let kinds = 4

  mutating func showOthers() { kind = (kind + 1) % Self.kinds }

  /// Whether the picture needs more colour pairs than some terminals have.
  var hasAllColors: Bool { kind == Self.kinds }

  mutating func showNoise() { kind = Self.kinds }

  /// Draws the pictures as blocks.
  ///
  /// - Returns: where a terminal may show real pictures instead.
  func draw(on grid: inout Grid) -> [PlacedPicture] {
    let shown: [(Picture?, Int)] =
      switch kind {
      case 1: [(Self.corners, 4)]
      case 2: [(Self.corners, 4), (Self.ring, 44)]
      case 3: [(Self.large, 4)]
      case Self.kinds: [(Self.noise, 4)]
      default: []
      }
    var placed: [PlacedPicture] = []
    let screen = Rect(Size(columns: grid.size.columns, rows: grid.size.rows - 3))
    for case (let picture?, let column) in shown {
      let blocks = HalfBlocks(picture, in: Size(columns: 40, rows: 12))
      let whole = Rect(column: column, row: row, columns: blocks.size.columns, rows: blocks.size.rows)
      for line in 0..<whole.rows {
        grid.put(
          blocks.row(line, on: .plain), at: Position(column: column, row: row + line), in: screen)
      }
      placed.append(PlacedPicture(picture, in: whole, clip: screen))
    }
    placed.removeAll { $0.visible.isEmpty }
    guard isCovered else { return placed }
    grid.put("words over it", at: Position(column: 6, row: row + 2), in: screen, .plain)
    return placed.filter { !$0.visible.contains(Position(column: 6, row: row + 2)) }
  }

  /// One corner has stripes that are too fine for blocks, so only a terminal that shows pictures shows this cyan.
  private static let corners = picture(64, 48) { column, row in
    if column >= 32, row >= 24 { return (column + 1) / 2 % 2 == 0 ? [0, 255, 255, 255] : [0, 0, 0, 255] }
    return [column < 32 ? 255 : 0, row < 24 ? 255 : 0, 0, 255]
  }

  private static let ring = picture(40, 40) { column, row in
    let distance = (column - 20) * (column - 20) + (row - 20) * (row - 20)
    return (120..<400).contains(distance) ? [255, 0, 255, 255] : [0, 0, 0, 0]
  }

  private static let large = picture(320, 320) { column, row in
    [UInt8(column & 255), UInt8(row & 255), UInt8(column * row & 255), 255]
  }

  private static let noise = picture(40, 24) { column, row in
    let number = (column * 31 + row * 17 + column * row * 7) % 61
    return [number & 1 == 0 ? 0 : 205, number & 2 == 0 ? 0 : 205, number & 4 == 0 ? 0 : 205, 255]
  }

  private static func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Picture? {
    Picture(
      width: width, height: height,
      bytes: (0..<height).flatMap { row in (0..<width).flatMap { pixel($0, row) } })
  }
}
