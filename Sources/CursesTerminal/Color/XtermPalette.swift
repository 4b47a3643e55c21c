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

  /// The nearest colour of the cube and the greys; the first 16 may have been changed to anything.
  static func nearest(to color: MixedColor) -> UInt8 { nearest(to: color, in: 16...255) }

  static func nearestBasic(to color: MixedColor) -> UInt8 { nearest(to: color, in: 0...15) }

  private static func nearest(to wanted: MixedColor, in range: ClosedRange<UInt8>) -> UInt8 {
    var best = range.lowerBound
    for index in range where color(index).distance(to: wanted) < color(best).distance(to: wanted) {
      best = index
    }
    return best
  }
}
