import TerminalScreen

/// A picture with as many pixels as it is to have on the screen, each a colour of a palette or nothing.
struct IndexedPicture {
  let width: Int
  let height: Int
  /// Row by row from the top.
  private(set) var indexes: [UInt8] = []
  let palette: Palette

  /// Stands for what is seen through.
  static let clear: UInt8 = 255
  /// The most colours of a palette.
  static let mostColors = 255

  /// - Parameter colors: how many there may be.
  init(_ picture: Picture, width: Int, height: Int, colors: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    // As few pixels as are needed, and then more between them.
    let small = picture.scaled(width: self.width, height: self.height)
    let limit = max(1, min(colors, Self.mostColors))
    var palette = Palette(of: small, limit: limit)
    indexes = Self.indexes(of: small, self.width, self.height, &palette)
    self.palette = palette
  }

  /// Each pixel gets the nearest colour, and what it is wrong by goes to those around it (as Floyd and Steinberg do).
  private static func indexes(of picture: Picture, _ width: Int, _ height: Int, _ palette: inout Palette)
    -> [UInt8]
  {
    var indexes = [UInt8](repeating: clear, count: width * height)
    guard !palette.colors.isEmpty else { return indexes }
    let across = (0..<width).map { Sample($0, of: width, in: picture.width) }
    // In sixteenths, with a place more on both sides.
    var errors = [SIMD3<Int32>](repeating: .zero, count: width + 2)
    var below = errors
    picture.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<height {
        let down = Sample(row, of: height, in: picture.height)
        swap(&errors, &below)
        for place in below.indices { below[place] = .zero }
        for column in 0..<width {
          guard let color = color(bytes, picture.width, across[column], down) else { continue }
          let wanted = (color &+ errors[column + 1] &>> SIMD3(repeating: 4)).clamped(
            lowerBound: .zero, upperBound: SIMD3(repeating: 255))
          let index = palette.nearest(to: wanted)
          indexes[row * width + column] = UInt8(index)
          let wrong = wanted &- palette.shown(index)
          errors[column + 2] &+= wrong &* 7
          below[column] &+= wrong &* 3
          below[column + 1] &+= wrong &* 5
          below[column + 2] &+= wrong
        }
      }
    }
    return indexes
  }

  /// Where a pixel is between two of a picture with fewer.
  private struct Sample {
    let first: Int
    let second: Int
    /// How much of the second one, in 256ths.
    let share: Int

    init(_ place: Int, of count: Int, in pixels: Int) {
      // The middle of the one in the other.
      let middle = max(0, (2 * place + 1) * pixels * 128 / count - 128)
      first = min(middle / 256, pixels - 1)
      second = min(first + 1, pixels - 1)
      share = middle % 256
    }

    var nearest: Int { share < 128 ? first : second }
  }

  /// The mean of the four pixels around; nil where the nearest is seen through.
  private static func color(
    _ bytes: UnsafeBufferPointer<UInt8>, _ width: Int, _ across: Sample, _ down: Sample
  ) -> SIMD3<Int32>? {
    func pixel(_ column: Int, _ row: Int) -> (color: SIMD3<Int32>, isSeen: Bool) {
      let index = (row * width + column) * 4
      return (
        SIMD3(Int32(bytes[index]), Int32(bytes[index + 1]), Int32(bytes[index + 2])), bytes[index + 3] >= 128
      )
    }
    let nearest = pixel(across.nearest, down.nearest)
    guard nearest.isSeen else { return nil }
    if across.share == 0, down.share == 0 { return nearest.color }
    let corners = (
      pixel(across.first, down.first), pixel(across.second, down.first),
      pixel(across.first, down.second), pixel(across.second, down.second)
    )
    // At an edge there is nothing to mix with.
    guard corners.0.isSeen, corners.1.isSeen, corners.2.isSeen, corners.3.isSeen else { return nearest.color }
    let (right, below) = (Int32(across.share), Int32(down.share))
    let upper = corners.0.color &* (256 - right) &+ corners.1.color &* right
    let lower = corners.2.color &* (256 - right) &+ corners.3.color &* right
    return (upper &* (256 - below) &+ lower &* below) &>> SIMD3(repeating: 16)
  }
}
