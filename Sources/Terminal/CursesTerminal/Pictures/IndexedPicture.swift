import TerminalScreen

/// A picture with one pixel per screen pixel, each a colour of a palette or transparent.
struct IndexedPicture {
  let width: Int
  let height: Int
  /// Row by row from the top.
  private(set) var indexes: [UInt8] = []
  let palette: Palette

  /// The index of transparent pixels.
  static let clear: UInt8 = 255
  /// The maximum number of colours of a palette.
  static let mostColors = 255

  /// - Parameter colors: the maximum number of colours.
  init(_ picture: Picture, width: Int, height: Int, colors: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    // Scaled down to the number of pixels needed first, then interpolated up to the size.
    let small = picture.scaled(width: self.width, height: self.height)
    let limit = max(1, min(colors, Self.mostColors))
    var palette = Palette(of: small, limit: limit)
    indexes = Self.indexes(of: small, self.width, self.height, &palette)
    self.palette = palette
  }

  /// Each pixel gets the nearest colour, and its error is spread to its neighbours (Floyd–Steinberg dithering).
  private static func indexes(of picture: Picture, _ width: Int, _ height: Int, _ palette: inout Palette)
    -> [UInt8]
  {
    var indexes = [UInt8](repeating: clear, count: width * height)
    guard !palette.colors.isEmpty else { return indexes }
    let across = (0..<width).map { Sample($0, of: width, in: picture.width) }
    // In sixteenths, with one extra column on each side.
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

  /// The position of a pixel between two pixels of a smaller picture.
  private struct Sample {
    let first: Int
    let second: Int
    /// The weight of the second pixel, in 256ths.
    let share: Int

    init(_ place: Int, of count: Int, in pixels: Int) {
      // The centre of this pixel in the other picture.
      let middle = max(0, (2 * place + 1) * pixels * 128 / count - 128)
      first = min(middle / 256, pixels - 1)
      second = min(first + 1, pixels - 1)
      share = middle % 256
    }

    var nearest: Int { share < 128 ? first : second }
  }

  /// The weighted mean of the four nearest pixels; nil if the nearest is transparent.
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
    // Next to transparent pixels, there is nothing to interpolate with.
    guard corners.0.isSeen, corners.1.isSeen, corners.2.isSeen, corners.3.isSeen else { return nearest.color }
    let (right, below) = (Int32(across.share), Int32(down.share))
    let upper = corners.0.color &* (256 - right) &+ corners.1.color &* right
    let lower = corners.2.color &* (256 - right) &+ corners.3.color &* right
    return (upper &* (256 - below) &+ lower &* below) &>> SIMD3(repeating: 16)
  }
}
