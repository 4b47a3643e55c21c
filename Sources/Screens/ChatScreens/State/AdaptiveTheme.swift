public import TerminalScreen

/// A theme for each ground that a terminal can have; one that was made for a single ground is the same on all of them.
public struct AdaptiveTheme: Hashable, Sendable {
  public private(set) var onDark: Theme
  public private(set) var onLight: Theme
  public private(set) var onUnknown: Theme

  public init(onDark: Theme, onLight: Theme, onUnknown: Theme) {
    self.onDark = onDark
    self.onLight = onLight
    self.onUnknown = onUnknown
  }

  public init(_ theme: Theme) { self.init(onDark: theme, onLight: theme, onUnknown: theme) }

  /// What cannot be read on the terminal's background is never chosen.
  public static let automatic = AdaptiveTheme(onDark: .dark, onLight: .light, onUnknown: .unknown)
  public static let highContrast = AdaptiveTheme(
    onDark: .highContrast, onLight: .highContrastOnLight, onUnknown: .highContrastOnUnknown)

  public func theme(on ground: Background) -> Theme {
    switch ground {
    case .dark: onDark
    case .light: onLight
    case .unknown: onUnknown
    }
  }

  /// Whether it matters what the terminal's background is.
  public var isAdaptive: Bool { onDark != onLight || onLight != onUnknown }

  /// Changes the themes for all grounds alike.
  public mutating func change(_ body: (inout Theme) -> Void) {
    body(&onDark)
    body(&onLight)
    body(&onUnknown)
  }

  /// A copy in which a background of the text, if there is one, is that of the whole screen: then it is the ground,
  /// whatever the terminal has.
  public var onItsBackground: AdaptiveTheme {
    let ground = onUnknown.text.background.ground
    guard ground != .unknown else {
      var theme = self
      theme.change { $0 = $0.onItsBackground }
      return theme
    }
    return AdaptiveTheme(theme(on: ground).onItsBackground)
  }
}

extension Color {
  /// What words on this colour have to be chosen for.
  private static let darkBasics: Set<UInt8> = [0, 1, 2, 4, 5, 8]

  fileprivate var ground: Background {
    switch self {
    case .standard: return .unknown
    case .palette(let index) where index < 16: return Self.darkBasics.contains(index) ? .dark : .light
    case .palette(let index) where index < 232:
      let place = Int(index) - 16
      func level(_ step: Int) -> Double { step == 0 ? 0 : Double(55 + 40 * step) / 255 }
      return Background(red: level(place / 36), green: level(place / 6 % 6), blue: level(place % 6))
    case .palette(let index):
      let level = Double(8 + 10 * (Int(index) - 232)) / 255
      return Background(red: level, green: level, blue: level)
    case .rgb(let red, let green, let blue):
      return Background(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
  }
}
