import TerminalScreen

/// Translates styles to the terminal's colours and background.
///
/// One of the sixteen named colours is used as it is. On a terminal with only these, any other colour becomes one of nearly the
/// same hue that is readable on the background; if there is none, the text has the terminal's default colour.
struct ColorTranslation: Hashable {
  /// A style in ncurses colour numbers; -1 is the terminal's default colour.
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
      // A grey background would become black or white here, and its text unreadable.
      shown.attributes.formSymmetricDifference(.reverse)
      return shown
    }
    shown.background = named(style.background)
    // With an explicit background, the foreground was chosen to match it, so the nearest colour is used.
    shown.foreground = style.background == .standard ? readable(style.foreground) : named(style.foreground)
    if depth == .eight {
      if isBright(style.foreground) { shown.attributes.insert(.bold) }
      // Eight colours have no grey. Bold black is grey in some terminals, invisible in others, and bright in the rest; dim
      // black on white looks like black.
      if style.background == .standard, isGrey(style.foreground) {
        shown.attributes.remove(.bold)
        if ground == .dark { shown.attributes.insert(.dim) }
      }
    }
    return shown
  }

  /// The style of two pixels in a cell: each has the nearest colour, because pixels need not be readable.
  func shownPixels(_ style: Style) -> Shown {
    guard depth.isNamed else { return shown(style) }
    return Shown(
      foreground: named(style.foreground), background: named(style.background), attributes: style.attributes)
  }

  /// How different two pairs of pixels look; nil if only one of them has the terminal's default colour at a position.
  func difference(_ one: PairTable.Pair, _ other: PairTable.Pair) -> Int? {
    guard (one.foreground < 0) == (other.foreground < 0), (one.background < 0) == (other.background < 0)
    else {
      return nil
    }
    return mixed(one.foreground).distance(to: mixed(other.foreground))
      + mixed(one.background).distance(to: mixed(other.background))
  }

  /// The colour of an ncurses colour number.
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
    // At this depth, numbers from 8 on are RGB values, so palette colours are converted.
    case (.direct, .palette(let index)): index < 8 ? Int32(index) : XtermPalette.color(index).packed
    case (.direct, .rgb(let red, let green, let blue)): MixedColor(red, green, blue).packed
    case (_, .palette(let index)): Int32(index)
    case (_, .rgb(let red, let green, let blue)):
      Int32(XtermPalette.nearest(to: MixedColor(red, green, blue)))
    }
  }

  /// The nearest of the named colours.
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

  /// Whether the colour is shown as one of the first eight in bold, which most terminals show bright.
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

  /// Whether the colour is an unnamed grey between black and white.
  private func isShade(_ color: Color) -> Bool {
    switch color {
    case .standard, .palette(0...15): return false
    case .palette, .rgb:
      let mixed = MixedColor(color)
      return mixed.isGrey && (40..<230).contains(mixed.green)
    }
  }

  private static let grey: UInt8 = 8
  /// In degrees: orange may become red, but green must not.
  private static let mostHueDifference = 45.0
}

/// The number of colours of a terminal.
enum ColorDepth: Hashable, CaseIterable {
  case none, eight, sixteen, palette
  /// Exact red, green and blue.
  case direct

  init(colors: Int, isDirect: Bool, wanted: TerminalOptions.Colors = .automatic) {
    switch colors {
    // A direct-colour terminal has no sixteen named colours: there, numbers from 8 on are RGB values.
    case 16... where wanted == .sixteen && !(isDirect && colors >= 1 << 24): self = .sixteen
    case ..<8: self = .none
    case 8..<16: self = .eight
    case 16..<256: self = .sixteen
    default: self = isDirect && colors >= 1 << 24 ? .direct : .palette
    }
  }

  /// Whether the terminal has only the named colours, without shades between them.
  var isNamed: Bool { self == .eight || self == .sixteen }
}

/// The ncurses colour-pair numbers of foreground and background.
struct PairTable {
  struct Pair: Hashable {
    var foreground: Int32
    var background: Int32
  }

  enum Answer: Hashable {
    case known(Int32)
    /// A new pair, to be registered with ncurses.
    case new(Int32)
    /// All numbers are in use.
    case full
  }

  /// The pairs from number 1 on.
  private var pairs: [Pair] = []
  private var numbers: [Pair: Int32] = [:]
  private let limit: Int32

  /// - Parameter limit: the number of pairs of the terminal, including the standard one.
  init(limit: Int32) { self.limit = limit }

  /// - Parameter free: the number of pairs to leave free.
  mutating func number(of pair: Pair, leaving free: Int32 = 0) -> Answer {
    if pair.foreground < 0, pair.background < 0 { return .known(0) }
    if let number = numbers[pair] { return .known(number) }
    let next = Int32(pairs.count) + 1
    guard next < limit - free else { return .full }
    pairs.append(pair)
    numbers[pair] = next
    return .new(next)
  }

  /// The number of the most similar pair among the first ones; nil if all are too different.
  ///
  /// - Parameter difference: nil means too different.
  func nearest(by difference: (Pair) -> Int?) -> Int32? {
    var best: (number: Int32, difference: Int)?
    for (pair, number) in zip(pairs.prefix(Self.few), Int32(1)...) {
      if let other = difference(pair), other < best?.difference ?? .max { best = (number, other) }
    }
    return best?.number
  }

  /// The number of pairs that pictures leave free for text. Beyond it, pictures get the nearest existing pair.
  var kept: Int32 { limit / 4 }

  /// Removes all pairs; the screen must then be drawn again.
  mutating func forget() {
    pairs = []
    numbers = [:]
  }

  /// The number of pairs that suffices to find a similar one.
  private static let few = 256
}
