import Glibc
import TerminalScreen

/// A colour as red, green and blue.
struct MixedColor: Hashable {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = Int(red)
    self.green = Int(green)
    self.blue = Int(blue)
  }

  /// The terminal's default colour counts as black.
  init(_ color: Color) {
    switch color {
    case .standard: self.init(0, 0, 0)
    case .palette(let index): self = XtermPalette.color(index)
    case .rgb(let red, let green, let blue): self.init(red, green, blue)
    }
  }

  static let black = MixedColor(0, 0, 0)
  static let white = MixedColor(255, 255, 255)

  /// The colour as one number in the form that direct-colour terminals use.
  var packed: Int32 {
    let number = Int32(red << 16 | green << 8 | blue)
    // 0 to 7 are palette colours there, so the next RGB value is used, which looks the same.
    return number < 8 ? (number == 0 ? 0 : 0x08) : number
  }

  /// How different two colours look: green counts most, and red counts more the redder they are.
  func distance(to other: MixedColor) -> Int {
    let mean = (red + other.red) / 2
    let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
    return (512 + mean) * r * r + 1024 * g * g + (767 - mean) * b * b
  }
}

extension MixedColor {
  /// The contrast ratio of two colours as defined by WCAG: 1 for equal colours, 21 for black and white.
  func contrast(with other: MixedColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Whether text of this colour is readable on the background; if that is unknown, both on black and on white.
  func isReadable(on ground: Background) -> Bool {
    (ground == .light || contrast(with: .black) >= Self.leastContrast)
      && (ground == .dark || contrast(with: .white) >= Self.leastContrast)
  }

  private static let leastContrast = 3.0

  /// Whether the colour has almost no hue.
  var isGrey: Bool { max(red, green, blue) - min(red, green, blue) < 32 }

  /// The angle between two colours on the wheel, in degrees.
  func hueDifference(to other: MixedColor) -> Double {
    let difference = abs(hue - other.hue)
    return min(difference, 360 - difference)
  }

  private var hue: Double {
    let (r, g, b) = (Double(red), Double(green), Double(blue))
    let angle = atan2(3.0.squareRoot() * (g - b), 2 * r - g - b) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  private var luminance: Double {
    func linear(_ part: Int) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

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

  /// The nearest colour of the cube and the greys; the first 16 are configurable and may have any value.
  static func nearest(to wanted: MixedColor) -> UInt8 { nearest(to: wanted, in: 16...255) }

  static func nearestBasic(to wanted: MixedColor) -> UInt8 { nearest(to: wanted, in: 0...15) }

  /// The nearest colour; the first of several.
  private static func nearest(to wanted: MixedColor, in range: ClosedRange<UInt8>) -> UInt8 {
    range.min { color($0).distance(to: wanted) < color($1).distance(to: wanted) } ?? range.lowerBound
  }
}
