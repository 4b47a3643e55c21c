import TerminalScreen

/// The number of colours of a terminal.
enum ColorDepth: Hashable {
  case none, eight, sixteen, palette
  /// Exact red, green and blue.
  case direct

  init(colors: Int, isDirect: Bool, wanted: TerminalOptions.Colors = .automatic) {
    switch colors {
    // A direct-colour terminal has no smaller palette; its first sixteen colours are the same.
    case 16... where wanted == .sixteen && !(isDirect && colors >= 1 << 24): self = .sixteen
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    default: self = isDirect && colors >= 1 << 24 ? .direct : .palette
    }
  }

  /// ncurses' number for the colour; -1 is the terminal's own.
  func index(of color: Color) -> Int32 {
    switch (self, color) {
    case (.none, _), (_, .standard): -1
    // In this depth the numbers from 8 on are RGB values, so palette colours are converted.
    case (.direct, .palette(let index)): index < 8 ? Int32(index) : XtermPalette.color(index).packed
    case (.direct, .rgb(let red, let green, let blue)): MixedColor(red, green, blue).packed
    case (.palette, .palette(let index)): Int32(index)
    case (.palette, .rgb(let red, let green, let blue)):
      Int32(XtermPalette.nearest(to: MixedColor(red, green, blue)))
    case (.sixteen, _): Int32(basic(color))
    // A bright colour becomes its normal variant; `isBright` makes the letters bold instead.
    case (.eight, _): Int32(basic(color) & 7)
    }
  }

  /// True for a colour that is shown as its darker variant and so should be bold.
  func isBright(_ color: Color) -> Bool {
    // Grey is bright black, which eight colours show as bold black.
    self == .eight && color != .standard && basic(color) >= 8
  }

  private func basic(_ color: Color) -> UInt8 {
    switch color {
    case .standard: 0
    case .palette(let index) where index < 16: index
    case .palette(let index): XtermPalette.nearestBasic(to: XtermPalette.color(index))
    case .rgb(let red, let green, let blue): XtermPalette.nearestBasic(to: MixedColor(red, green, blue))
    }
  }
}
