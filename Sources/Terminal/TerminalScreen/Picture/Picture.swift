/// A picture as pixels: no larger than it is worth to be shown in cells.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top.
  public let bytes: [UInt8]
  /// Whether nothing is seen through it.
  public let isOpaque: Bool

  /// Nil if the bytes are not those of so many pixels.
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

  /// Of the width and of the height.
  public static let longestSide = 4_096

  /// Pictures are compared whole, and told apart by less.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(bytes.first)
  }

  /// The same picture with pixels at its right and below it that are seen through; as it is, if that were too many.
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

  /// The same picture with so many pixels, each of which is the mean of those in its place. What is seen through counts
  /// as little as it is seen.
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
