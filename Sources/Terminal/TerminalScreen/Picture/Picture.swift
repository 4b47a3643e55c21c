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

  /// Hashes only a part; equality compares everything.
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

  /// The picture scaled to a size; each pixel is the mean of the pixels that it replaces, weighted by their opacity.
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
