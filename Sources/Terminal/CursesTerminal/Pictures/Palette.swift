import TerminalScreen

/// The colours that represent those of a picture, found by median cut: the box of all its colours is cut in two where it is
/// widest, until there are as many boxes as palette colours.
struct Palette {
  /// Red, green and blue, each from 0 to 100, as in sixels.
  private(set) var colors: [SIMD3<Int32>] = []
  /// The same as bytes, as the terminal shows them.
  private let shown: [SIMD3<Int32>]
  /// The nearest palette colour for each colour of this many bits; filled on demand.
  private var nearest: [Int16]

  /// For each of red, green and blue: smaller differences are ignored.
  private static let bits = 5
  private static let count = 1 << (3 * bits)

  /// The pixels of one such colour.
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

  /// Sorts the bins so that those of each box are neighbours.
  private static func boxes(of bins: inout [Bin], limit: Int) -> [Range<Int>] {
    guard !bins.isEmpty else { return [] }
    var boxes = [box(bins, bins.indices)]
    while boxes.count < limit,
      let widest = boxes.indices.max(by: { boxes[$0].width < boxes[$1].width }), boxes[widest].width > 0
    {
      let old = boxes[widest]
      bins[old.bins].sort { $0.color[old.axis] < $1.color[old.axis] }
      // Where each side has about half of the pixels and at least one bin.
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
