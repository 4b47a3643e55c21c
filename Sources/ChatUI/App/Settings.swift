public import ChatScreens
public import TerminalScreen

/// The settings a user can change.
public nonisolated struct Settings: Hashable, Sendable {
  /// Which messages call for the attention of a user who is looking elsewhere; each case includes the ones before it.
  public enum Calls: Hashable, Sendable { case never, direct, mentions, all }

  public var theme = AdaptiveTheme.automatic
  /// What the terminal writes on, as far as that is known without asking it.
  public var background = Background.unknown
  /// The themes `/theme` can choose from; the first one is used when no name is given.
  public var themes = Settings.builtInThemes
  /// Which messages ring the bell while the terminal is not focused.
  public var bell = Calls.mentions
  /// Which messages notify the desktop (OSC 9) while the terminal is not focused.
  public var desktop = Calls.mentions
  /// Whether clicks, wheel and drags are handled; selecting text with the terminal itself then needs Shift.
  public var usesMouse = false
  /// Whether the terminal's title says how many messages are unread.
  public var countsInTitle = true
  public var channelOrder = ChannelOrder.name
  /// Whether channels with a draft are listed before the others.
  public var putsDraftsFirst = false
  /// Whether a channel with a draft hides the time of its last message.
  public var hidesTimeOfDrafts = false
  /// The maximum time a frame waits for the store.
  public var longestSaving = Duration.milliseconds(50)

  /// The maximum time quitting waits for the store.
  public var longestLeaving = Duration.seconds(5)

  public init() {}

  public static let builtInThemes = [
    NamedTheme("auto", .automatic), NamedTheme("dark", AdaptiveTheme(.dark)),
    NamedTheme("light", AdaptiveTheme(.light)), NamedTheme("contrast", .highContrast),
  ]
}

/// A theme with the name `/theme` knows it by.
public nonisolated struct NamedTheme: Hashable, Sendable {
  public let name: String
  public let theme: AdaptiveTheme

  public init(_ name: String, _ theme: AdaptiveTheme) {
    self.name = name
    self.theme = theme
  }
}
