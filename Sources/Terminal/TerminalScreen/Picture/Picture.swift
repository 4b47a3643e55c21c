/// The pixels of a picture, limited to a size that is useful in cells.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top.
  public let bytes: [UInt8]
  /// Whether no pixel is transparent.
  public let isOpaque: Bool

  /// Nil if the number of bytes does not match the size.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
      bytes.count == width * height * 4
    else { return nil }
    self.init(checked: width, height, bytes)
  }

  private init(checked width: Int, _ height: Int, _ bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
    isOpaque = bytes.withUnsafeBufferPointer { bytes in
      for index in stride(from: 3, to: bytes.count, by: 4) where bytes[index] != 255 { return false }
      return true
    }
  }

  /// The maximum width and height.
  public static let longestSide = 4_096

  /// Hashes only a part of the bytes; equality compares all of them.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(bytes.first)
  }

  /// The same picture with transparent padding on its right and below it; unchanged if that would be too large.
  public func extended(width wanted: Int, height wantedHeight: Int) -> Picture {
    let (columns, rows) = (max(width, wanted), max(height, wantedHeight))
    guard columns > width || rows > height, columns <= Self.longestSide, rows <= Self.longestSide else {
      return self
    }
    var result: [UInt8] = []
    result.reserveCapacity(columns * rows * 4)
    for row in 0..<height {
      result += bytes[row * width * 4..<(row + 1) * width * 4]
      result += repeatElement(0, count: (columns - width) * 4)
    }
    result += repeatElement(0, count: (rows - height) * columns * 4)
    return Picture(checked: columns, rows, result)
  }

  /// The picture scaled down to at most this size; each pixel is the mean of the pixels that it replaces, weighted by their
  /// opacity.
  public func scaled(width wanted: Int, height wantedHeight: Int) -> Picture {
    let columns = min(max(1, wanted), width)
    let rows = min(max(1, wantedHeight), height)
    guard columns != width || rows != height else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(columns * rows * 4)
    bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        let lines = row * height / rows..<max(row * height / rows + 1, (row + 1) * height / rows)
        for column in 0..<columns {
          let first = column * width / columns
          let places = first..<max(first + 1, (column + 1) * width / columns)
          var sums = (red: 0, green: 0, blue: 0, opacity: 0)
          for line in lines {
            for place in places {
              let index = (line * width + place) * 4
              let opacity = Int(bytes[index + 3])
              sums.red += Int(bytes[index]) * opacity
              sums.green += Int(bytes[index + 1]) * opacity
              sums.blue += Int(bytes[index + 2]) * opacity
              sums.opacity += opacity
            }
          }
          let weight = max(1, sums.opacity)
          result.append(UInt8(sums.red / weight))
          result.append(UInt8(sums.green / weight))
          result.append(UInt8(sums.blue / weight))
          result.append(UInt8(sums.opacity / (lines.count * places.count)))
        }
      }
    }
    return Picture(checked: columns, rows, result)
  }
}

/// A picture in a frame, over cells that contain its half blocks: a terminal that supports pictures shows the picture instead.
public struct PlacedPicture: Hashable, Sendable {
  /// The cells of the whole picture, which may extend beyond the visible part.
  public let whole: Rect
  /// The visible cells of the picture.
  public private(set) var visible: Rect
  public let picture: Picture
  /// The style of the cells under it, visible where the picture is transparent.
  public let ground: Style

  /// - Parameter clip: the area outside of which nothing is visible.
  public init(_ picture: Picture, in whole: Rect, clip: Rect, on ground: Style = .plain) {
    self.picture = picture
    self.whole = whole
    self.ground = ground
    visible = whole.intersection(clip)
  }

  /// The visible pixels of the picture.
  public var source: Rect {
    func pixels(_ start: Int, _ count: Int, of cells: Int, in size: Int) -> Range<Int> {
      guard cells > 0 else { return 0..<0 }
      let first = min(size - 1, start * size / cells)
      return first..<max(first + 1, (start + count) * size / cells)
    }
    let columns = pixels(visible.column - whole.column, visible.columns, of: whole.columns, in: picture.width)
    let rows = pixels(visible.row - whole.row, visible.rows, of: whole.rows, in: picture.height)
    return Rect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// Adds the part directly below the visible one; false if it does not belong to the same picture.
  public mutating func join(_ next: PlacedPicture) -> Bool {
    guard next.whole == whole, next.visible.row == visible.endRow, next.visible.column == visible.column,
      next.visible.columns == visible.columns, next.ground == ground, next.picture == picture
    else { return false }
    visible.rows += next.visible.rows
    return true
  }
}

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
      return .rgb(red: small.bytes[index], green: small.bytes[index + 1], blue: small.bytes[index + 2])
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

  /// The number of cells that a picture takes. Its aspect ratio is kept as far as cells allow; a small picture is not enlarged.
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
