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
    // 0 to 7 are palette colours there; the next RGB value looks the same.
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
