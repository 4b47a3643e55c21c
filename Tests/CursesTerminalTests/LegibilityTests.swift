import ChatScreens
import TerminalScreen
import Testing

@testable import CursesTerminal

/// A theme with the colours of a terminal, on a background.
struct LegibilityCase: Sendable, CustomTestStringConvertible {
  let name: String
  let theme: Theme
  let depth: ColorDepth

  var testDescription: String { "\(name), \(depth)" }

  static let all: [LegibilityCase] = {
    let themes: [(String, Theme)] = [
      ("dark", .dark), ("light", .light), ("unknown", .unknown), ("contrast", .highContrast),
      ("contrast on light", .highContrastOnLight), ("contrast on unknown", .highContrastOnUnknown),
      ("without colours", .monochrome),
    ]
    return themes.flatMap { theme in
      ColorDepth.allCases.map { LegibilityCase(name: theme.0, theme: theme.1, depth: $0) }
    }
  }()
}

@Suite("Legibility of the themes")
struct LegibilityTests {
  /// The contrast ratios of WCAG: for text, and for large or bold text and symbols. On an unknown background, no
  /// colour except the terminal's default exceeds 4.6 on both black and white.
  private static let forText = 4.5
  private static let forBoth = 3.0
  private static let forLines = 1.9
  /// On the selected message's background, where it is known and coloured.
  private static let forChosen = 3.6

  @Test("Every role is readable on the theme's background", arguments: LegibilityCase.all)
  func contrast(example: LegibilityCase) {
    let colors = ColorTranslation(example.depth, on: example.theme.ground)
    let isNamed = example.depth.isNamed
    for (name, style) in Self.styles(of: example.theme) {
      let least =
        Self.isBeside(name)
        ? Self.forLines : isNamed || example.theme.ground == .unknown ? Self.forBoth : Self.forText
      for ground in Self.grounds(of: example.theme) {
        let ratio = Self.contrast(of: colors.shown(style), on: ground, example.depth)
        #expect(ratio >= least, "\(name) on \(ground): \(ratio)")
      }
    }
  }

  @Test("On a chosen message every kind of text is readable", arguments: LegibilityCase.all)
  func chosen(example: LegibilityCase) {
    let colors = ColorTranslation(example.depth, on: example.theme.ground)
    let hasGround = example.theme.chosen.background != .standard && !example.depth.isNamed
    let least = hasGround && example.depth != .none ? Self.forChosen : Self.forBoth
    for (name, style) in Self.styles(of: example.theme) where !Self.isBeside(name) && name != "selected" {
      for ground in Self.grounds(of: example.theme) {
        let ratio = Self.contrast(
          of: colors.shown(example.theme.chosen(style)), on: ground, example.depth)
        #expect(ratio >= least, "\(name) on \(ground): \(ratio)")
      }
    }
  }

  @Test(
    "Quiet text is never bold, and never dim where that could be black",
    arguments: LegibilityCase.all)
  func quiet(example: LegibilityCase) {
    for theme in [example.theme, example.theme].map(\.chosenOverAll) + [example.theme] {
      let colors = ColorTranslation(example.depth, on: theme.ground)
      for style in [theme.quiet, theme.border, theme.quote] {
        let shown = colors.shown(style)
        #expect(!shown.attributes.contains(.bold))
        if theme.ground == .light { #expect(!shown.attributes.contains(.dim)) }
      }
    }
  }

  @Test(
    "Names have ten muted colours; one is reserved for the own user, none is a mention's",
    arguments: [Theme.dark, .light, .unknown])
  func names(theme: Theme) {
    for depth in [ColorDepth.palette, .direct] {
      let colors = ColorTranslation(depth, on: theme.ground)
      let names = (theme.names + [theme.ownName]).map { colors.shown($0).foreground }
      #expect(names.count == 10 && Set(names).count == 10)
      let others = [theme.mention, theme.channelReference, theme.link, theme.readerMentioned].map {
        colors.shown($0).foreground
      }
      #expect(Set(names).isDisjoint(with: others))
    }
    for name in theme.names + [theme.ownName] {
      let color = MixedColor(name.foreground)
      let parts = [color.red, color.green, color.blue]
      let range = (parts.max() ?? 0) - (parts.min() ?? 0)
      #expect((20..<170).contains(range), "\(name) is neither grey nor glaring")
    }
  }

  @Test(
    "Everything in a timeline is readable, in both layouts and with a message chosen",
    arguments: LegibilityCase.all)
  func timelines(example: LegibilityCase) {
    let colors = ColorTranslation(example.depth, on: example.theme.ground)
    var words: [Style: String] = [:]
    for state in LegibleScene.states(example.theme) {
      for cell in Screen.frame(of: state).grid.cells where cell.text != " " && !cell.isLine {
        words[cell.style] = cell.text
      }
    }
    for (style, letter) in words {
      for ground in Self.grounds(of: example.theme) {
        let ratio = Self.contrast(of: colors.shown(style), on: ground, example.depth)
        #expect(ratio >= Self.forBoth, "\(letter) in \(style) on \(ground): \(ratio)")
      }
    }
  }

  /// Borders, and content behind a panel, need not be readable.
  private static func isBeside(_ role: String) -> Bool { role == "border" || role == "behind" }

  private static func styles(of theme: Theme) -> [(String, Style)] {
    Theme.roles.map { ($0.name, theme[keyPath: $0.path]) } + theme.names.map { ("names", $0) }
  }

  private static func grounds(of theme: Theme) -> [Background] {
    theme.ground == .unknown ? [.dark, .light] : [theme.ground]
  }

  private static func contrast(
    of shown: ColorTranslation.Shown, on ground: Background, _ depth: ColorDepth
  ) -> Double {
    let paper = ground == .dark ? MixedColor.black : .white
    // Terminals with a black background use a white that is not full.
    let ink = ground == .dark ? XtermPalette.color(7) : .black
    func color(_ index: Int32, _ own: MixedColor) -> MixedColor {
      guard index >= 0 else { return own }
      guard depth == .direct, index >= 8 else { return XtermPalette.color(UInt8(index)) }
      return MixedColor(UInt8(index >> 16), UInt8(index >> 8 & 255), UInt8(index & 255))
    }
    var front = color(shown.foreground, ink)
    // As xterm dims: to two thirds of the brightness.
    if shown.attributes.contains(.dim), !shown.attributes.contains(.reverse) {
      (front.red, front.green, front.blue) = (front.red * 2 / 3, front.green * 2 / 3, front.blue * 2 / 3)
    }
    return front.contrast(with: color(shown.background, paper))
  }
}

extension Cell {
  /// Whether it is a box-drawing or block character.
  fileprivate var isLine: Bool { single.map { (0x2500...0x259F).contains($0.value) } ?? false }
}

extension Theme {
  /// The theme with the selected message's background everywhere.
  fileprivate var chosenOverAll: Theme {
    var theme = self
    for role in Self.roles { theme[keyPath: role.path] = chosen(self[keyPath: role.path]) }
    return theme
  }
}
