/// A style without its link in one word, because a screen holds thousands and compares them with each frame.
struct PackedStyle: Hashable, Sendable {
  /// From the lowest bit: 26 bits of foreground, 26 of background, 8 of attributes.
  let bits: UInt64

  init(_ style: Style) {
    bits =
      Self.pack(style.foreground) | Self.pack(style.background) << 26
      | UInt64(style.attributes.rawValue) << 52
  }

  init(bits: UInt64) { self.bits = bits }

  func style(link: LinkID?) -> Style {
    Style(
      Self.color(bits & Self.mask), on: Self.color(bits >> 26 & Self.mask),
      Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)), link: link)
  }

  private static let mask: UInt64 = 0x3FF_FFFF

  private static func pack(_ color: Color) -> UInt64 {
    switch color {
    case .standard: 0
    case .palette(let number): 1 << 24 | UInt64(number)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  private static func color(_ bits: UInt64) -> Color {
    switch bits >> 24 {
    case 1: .palette(UInt8(truncatingIfNeeded: bits))
    case 2:
      .rgb(
        red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits))
    default: .standard
    }
  }
}
