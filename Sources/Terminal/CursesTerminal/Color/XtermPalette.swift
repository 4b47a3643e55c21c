/// The 256 colours of xterm: 16 configurable ones, a cube of 216, and 24 greys.
enum XtermPalette {
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
  private static let basics: [MixedColor] = [
    MixedColor(0, 0, 0), MixedColor(205, 0, 0), MixedColor(0, 205, 0), MixedColor(205, 205, 0),
    MixedColor(0, 0, 238), MixedColor(205, 0, 205), MixedColor(0, 205, 205), MixedColor(229, 229, 229),
    MixedColor(127, 127, 127), MixedColor(255, 0, 0), MixedColor(0, 255, 0), MixedColor(255, 255, 0),
    MixedColor(92, 92, 255), MixedColor(255, 0, 255), MixedColor(0, 255, 255), MixedColor(255, 255, 255),
  ]

  static func color(_ index: UInt8) -> MixedColor {
    switch index {
    case ..<16: return basics[Int(index)]
    case ..<232:
      let place = Int(index) - 16
      return MixedColor(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let level = 8 + 10 * (index - 232)
      return MixedColor(level, level, level)
    }
  }

  /// The nearest colour of the cube and the greys; the first 16 are configurable and can be anything.
  static func nearest(to wanted: MixedColor) -> UInt8 {
    // The weights of green and blue differences depend only on the reds, so for each red the nearest green and the nearest blue
    // are the best.
    let (green, blue) = (nearestLevel(to: wanted.green), nearestLevel(to: wanted.blue))
    var search = NearestColor(to: wanted)
    for red in levels.indices { search.consider(UInt8(16 + red * 36 + green * 6 + blue)) }
    for grey in UInt8(232)...255 { search.consider(grey) }
    return search.index
  }

  static func nearestBasic(to color: MixedColor) -> UInt8 {
    var search = NearestColor(to: color)
    for index in UInt8(0)...15 { search.consider(index) }
    return search.index
  }

  private static func nearestLevel(to part: Int) -> Int {
    var best = 0
    for index in levels.indices where abs(Int(levels[index]) - part) < abs(Int(levels[best]) - part) {
      best = index
    }
    return best
  }

  /// Keeps the first of the nearest colours.
  private struct NearestColor {
    private let wanted: MixedColor
    private(set) var index: UInt8 = 0
    private var distance = Int.max

    init(to wanted: MixedColor) { self.wanted = wanted }

    mutating func consider(_ other: UInt8) {
      let difference = XtermPalette.color(other).distance(to: wanted)
      if difference < distance { (index, distance) = (other, difference) }
    }
  }
}
