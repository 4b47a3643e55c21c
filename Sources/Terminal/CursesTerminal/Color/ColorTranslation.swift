import TerminalScreen

/// How styles are shown with the colours that there are, on the ground that there is.
///
/// Whoever names one of the sixteen colours gets it. Any other colour becomes, where there are only these, the one of
/// nearly the same hue that can be read on the ground; without such a one the words have the terminal's own colour.
struct ColorTranslation: Hashable {
  /// A style in ncurses' numbers; -1 is the terminal's own colour.
  struct Shown: Hashable {
    var foreground: Int32
    var background: Int32
    var attributes: Style.Attributes
  }

  let depth: ColorDepth
  var ground: Background

  init(_ depth: ColorDepth, on ground: Background = .unknown) {
    self.depth = depth
    self.ground = ground
  }

  func shown(_ style: Style) -> Shown {
    var shown = Shown(foreground: -1, background: -1, attributes: style.attributes)
    // ncurses has no strikethrough, so such text is at least dim.
    if shown.attributes.contains(.strikethrough) { shown.attributes.insert(.dim) }
    guard depth.isNamed else {
      shown.foreground = exact(style.foreground)
      shown.background = exact(style.background)
      return shown
    }
    if isShade(style.background) {
      // A grey ground of its own would be black or white here, and the words on it gone.
      shown.attributes.formSymmetricDifference(.reverse)
      return shown
    }
    shown.background = named(style.background)
    // On a ground of its own the nearest colour was chosen together with it.
    shown.foreground = style.background == .standard ? readable(style.foreground) : named(style.foreground)
    if depth == .eight {
      if isBright(style.foreground) { shown.attributes.insert(.bold) }
      // Eight colours have no grey. Bold black is one in some terminals, invisible in others, and loud in the rest; dim
      // black on white cannot be told from black.
      if style.background == .standard, isGrey(style.foreground) {
        shown.attributes.remove(.bold)
        if ground == .dark { shown.attributes.insert(.dim) }
      }
    }
    return shown
  }

  /// Two pixels in a cell: each has the nearest colour, because nothing in them has to be read.
  func shownPixels(_ style: Style) -> Shown {
    guard depth.isNamed else { return shown(style) }
    return Shown(
      foreground: named(style.foreground), background: named(style.background), attributes: style.attributes)
  }

  /// How different two pairs of pixels look; nil if one has the terminal's own colour where the other has not.
  func difference(_ one: PairTable.Pair, _ other: PairTable.Pair) -> Int? {
    guard (one.foreground < 0) == (other.foreground < 0), (one.background < 0) == (other.background < 0)
    else {
      return nil
    }
    return mixed(one.foreground).distance(to: mixed(other.foreground))
      + mixed(one.background).distance(to: mixed(other.background))
  }

  /// The colour of a number as ncurses has it.
  private func mixed(_ number: Int32) -> MixedColor {
    guard number >= 8, depth == .direct else {
      return XtermPalette.color(UInt8(truncatingIfNeeded: max(0, number)))
    }
    return MixedColor(
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number))
  }

  private func exact(_ color: Color) -> Int32 {
    switch (depth, color) {
    case (.none, _), (_, .standard): -1
    // In this depth the numbers from 8 on are RGB values, so palette colours are converted.
    case (.direct, .palette(let index)): index < 8 ? Int32(index) : XtermPalette.color(index).packed
    case (.direct, .rgb(let red, let green, let blue)): MixedColor(red, green, blue).packed
    case (_, .palette(let index)): Int32(index)
    case (_, .rgb(let red, let green, let blue)):
      Int32(XtermPalette.nearest(to: MixedColor(red, green, blue)))
    }
  }

  /// The nearest of the colours with a name.
  private func named(_ color: Color) -> Int32 {
    let index: UInt8
    switch color {
    case .standard: return -1
    case .palette(let number) where number < 16: index = number
    case .palette, .rgb: index = XtermPalette.nearestBasic(to: MixedColor(color))
    }
    // A bright colour becomes its normal variant.
    return Int32(depth == .eight ? index & 7 : index)
  }

  private func readable(_ color: Color) -> Int32 {
    switch color {
    case .standard: return -1
    case .palette(8) where depth == .eight: return -1
    case .palette(let number) where number < 16: return named(color)
    case .palette, .rgb: break
    }
    let wanted = MixedColor(color)
    if wanted.isGrey { return depth == .eight ? -1 : Int32(Self.grey) }
    let hues = (depth == .eight ? 1...6 : 1...14).filter { $0 != 7 && $0 != Self.grey }
    let fitting = hues.filter { index in
      let other = XtermPalette.color(index)
      return other.isReadable(on: ground) && other.hueDifference(to: wanted) <= Self.mostHueDifference
    }
    let nearest = fitting.min {
      XtermPalette.color($0).distance(to: wanted) < XtermPalette.color($1).distance(to: wanted)
    }
    return nearest.map(Int32.init) ?? -1
  }

  /// One of the first eight in bold, which most terminals show bright.
  private func isBright(_ color: Color) -> Bool {
    if case .palette(9...15) = color { return true }
    return false
  }

  private func isGrey(_ color: Color) -> Bool {
    switch color {
    case .standard, .palette(0...7), .palette(9...15): false
    case .palette(8): true
    case .palette, .rgb: MixedColor(color).isGrey
    }
  }

  /// A grey between black and white that has no name.
  private func isShade(_ color: Color) -> Bool {
    switch color {
    case .standard, .palette(0...15): return false
    case .palette, .rgb:
      let mixed = MixedColor(color)
      return mixed.isGrey && (40..<230).contains(mixed.green)
    }
  }

  private static let grey: UInt8 = 8
  /// In degrees: orange may be red, but green must not be.
  private static let mostHueDifference = 45.0
}
