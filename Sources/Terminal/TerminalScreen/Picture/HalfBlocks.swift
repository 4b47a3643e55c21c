/// A picture as cells of two pixels, one above the other.
public struct HalfBlocks: Hashable, Sendable {
  public let size: Size
  /// The colours of both pixels of each cell, row by row; the standard colour where the pixel is transparent.
  private let cells: [Cell]

  private struct Cell: Hashable, Sendable {
    let upper: Color
    let lower: Color
  }

  /// - Parameter room: the picture is scaled down to fit, and never enlarged.
  public init(_ picture: Picture, in room: Size) {
    size = Self.size(ofWidth: picture.width, height: picture.height, in: room)
    let small = picture.scaled(width: size.columns, height: size.rows * 2)
    func color(_ column: Int, _ row: Int) -> Color {
      guard column < small.width, row < small.height else { return .standard }
      let index = (row * small.width + column) * 4
      guard small.bytes[index + 3] >= 128 else { return .standard }
      return .rgb(
        red: small.bytes[index], green: small.bytes[index + 1], blue: small.bytes[index + 2])
    }
    var cells: [Cell] = []
    cells.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        cells.append(Cell(upper: color(column, row * 2), lower: color(column, row * 2 + 1)))
      }
    }
    self.cells = cells
  }

  /// The number of cells that a picture takes. Its aspect ratio is kept as far as cells allow; a small picture does not grow.
  public static func size(ofWidth width: Int, height: Int, in room: Size) -> Size {
    let (width, height) = (max(1, width), max(1, height))
    let (columns, lines) = (max(1, room.columns), max(1, room.rows) * 2)
    // As fractions, because the sides of an untrusted picture can be of any length.
    let scale = min(1, Double(columns) / Double(width), Double(lines) / Double(height))
    let wide = min(columns, max(1, Int((Double(width) * scale).rounded())))
    let high = min(lines, max(1, Int((Double(height) * scale).rounded())))
    return Size(columns: wide, rows: (high + 1) / 2)
  }

  /// A row of cells.
  public func row(_ row: Int, on ground: Style) -> StyledText {
    var text = StyledText()
    guard (0..<size.rows).contains(row) else { return text }
    text.reserveCapacity(size.columns)
    for cell in cells[row * size.columns..<(row + 1) * size.columns] {
      switch (cell.upper, cell.lower) {
      case (.standard, .standard): text.append(.space, ground)
      case (.standard, let lower): text.append(.lowerHalf, Style(lower, on: ground.background))
      case (let upper, .standard): text.append(.upperHalf, Style(upper, on: ground.background))
      case (let upper, let lower): text.append(.upperHalf, Style(upper, on: lower))
      }
    }
    return text
  }
}

extension Glyph {
  static let upperHalf = Glyph(pixels: "▀")
  static let lowerHalf = Glyph(pixels: "▄")
}
