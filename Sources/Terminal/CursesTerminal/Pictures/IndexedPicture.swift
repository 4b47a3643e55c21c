import TerminalScreen

/// A picture with one pixel per screen pixel, each a colour of a palette or transparent.
struct IndexedPicture {
  let width: Int
  let height: Int
  /// The palette indices, row by row from the top.
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
    // Scales down to the number of pixels needed first, then interpolates up to the size.
    let small = picture.scaled(width: self.width, height: self.height)
    let limit = max(1, min(colors, Self.mostColors))
    var palette = Palette(of: small, limit: limit)
    indexes = Self.indexes(of: small, self.width, self.height, &palette)
    self.palette = palette
  }

  /// Assigns the nearest colour to each pixel, and spreads its error to the neighbours (Floyd–Steinberg dithering).
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

/// The colours that represent those of a picture, found by median cut: the box of all its colours is cut in two where it is
/// widest, until there are as many boxes as palette colours.
struct Palette {
  /// Red, green and blue, each from 0 to 100, as in sixels.
  private(set) var colors: [SIMD3<Int32>] = []
  /// The same as bytes, as the terminal shows them.
  private let shown: [SIMD3<Int32>]
  /// The nearest palette colour for each colour with `bits` per component; -1 until it is needed.
  private var nearest: [Int16]

  /// The bits of red, green and blue each: smaller differences are ignored.
  private static let bits = 5
  private static let count = 1 << (3 * bits)

  /// The pixels of one reduced colour.
  private struct Bin {
    let sum: SIMD3<Int32>
    let count: Int32
    let color: SIMD3<Int32>

    init(sum: SIMD3<Int32>, count: Int32) {
      self.sum = sum
      self.count = count
      color = sum / SIMD3(repeating: count)
    }
  }

  /// - Parameters:
  ///   - picture: a picture of at most four million pixels.
  ///   - limit: the maximum number of colours, at least one.
  init(of picture: Picture, limit: Int) {
    var sums = [SIMD3<Int32>](repeating: .zero, count: Self.count)
    var counts = [Int32](repeating: 0, count: Self.count)
    picture.bytes.withUnsafeBufferPointer { bytes in
      for index in stride(from: 0, to: bytes.count, by: 4) where bytes[index + 3] >= 128 {
        let color = SIMD3(Int32(bytes[index]), Int32(bytes[index + 1]), Int32(bytes[index + 2]))
        let place = Self.place(of: color)
        sums[place] &+= color
        counts[place] += 1
      }
    }
    var bins: [Bin] = []
    for place in 0..<Self.count where counts[place] > 0 {
      bins.append(Bin(sum: sums[place], count: counts[place]))
    }
    colors = Self.boxes(of: &bins, limit: limit).map { box in
      var sum = SIMD3<Int32>.zero
      var count: Int32 = 0
      for bin in bins[box] {
        sum &+= bin.sum
        count += bin.count
      }
      return (sum / SIMD3(repeating: count) &* 100 &+ 127) / 255
    }
    shown = colors.map { ($0 &* 255 &+ 50) / 100 }
    nearest = Array(repeating: -1, count: Self.count)
  }

  private static func place(of color: SIMD3<Int32>) -> Int {
    let parts = color &>> SIMD3(repeating: 8 - Int32(bits))
    return Int(parts.x << (2 * Int32(bits)) | parts.y << Int32(bits) | parts.z)
  }

  /// The colour that the terminal shows for a palette index.
  func shown(_ index: Int) -> SIMD3<Int32> { shown[index] }

  /// The index of the nearest palette colour to a colour with parts from 0 to 255.
  mutating func nearest(to color: SIMD3<Int32>) -> Int {
    let place = Self.place(of: color)
    if nearest[place] >= 0 { return Int(nearest[place]) }
    var best = (index: 0, distance: Int32.max)
    for (index, other) in shown.enumerated() {
      let difference = color &- other
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (index, distance) }
    }
    nearest[place] = Int16(best.index)
    return best.index
  }

  // MARK: Boxes

  private struct Box {
    var bins: Range<Int>
    /// The colour axis along which the box is widest, and its width there.
    var axis: Int
    var width: Int32
  }

  /// Cuts the bins into boxes, and sorts them so that those of each box are adjacent.
  private static func boxes(of bins: inout [Bin], limit: Int) -> [Range<Int>] {
    guard !bins.isEmpty else { return [] }
    var boxes = [box(bins, bins.indices)]
    while boxes.count < limit,
      let widest = boxes.indices.max(by: { boxes[$0].width < boxes[$1].width }), boxes[widest].width > 0
    {
      let old = boxes[widest]
      bins[old.bins].sort { $0.color[old.axis] < $1.color[old.axis] }
      // The index at which each side has about half of the pixels and at least one bin.
      let half = bins[old.bins].reduce(0) { $0 + $1.count } / 2
      var cut = old.bins.lowerBound + 1
      var passed = bins[old.bins.lowerBound].count
      while cut < old.bins.upperBound - 1, passed < half {
        passed += bins[cut].count
        cut += 1
      }
      boxes[widest] = box(bins, old.bins.lowerBound..<cut)
      boxes.append(box(bins, cut..<old.bins.upperBound))
    }
    return boxes.map(\.bins)
  }

  private static func box(_ bins: [Bin], _ range: Range<Int>) -> Box {
    var low = bins[range.lowerBound].color
    var high = low
    for bin in bins[range] {
      let color = bin.color
      low = pointwiseMin(low, color)
      high = pointwiseMax(high, color)
    }
    // A box with one bin cannot be cut.
    let widths = range.count > 1 ? high &- low : .zero
    let axis = (0..<3).max { widths[$0] < widths[$1] } ?? 0
    return Box(bins: range, axis: axis, width: widths[axis])
  }
}
