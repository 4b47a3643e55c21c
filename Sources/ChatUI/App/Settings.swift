public import ChatScreens

/// The settings a user can change.
public nonisolated struct Settings: Hashable, Sendable {
  /// Which messages call for the attention of a user who is looking elsewhere; each case includes the ones before it.
  public enum Calls: Hashable, Sendable { case never, direct, mentions, all }

  /// What becomes of a name typed with an `@` that was not made a mention, when it is sent.
  public enum NameResolution: Hashable, Sendable {
    /// It becomes a mention if exactly one member of the channel is called that.
    case unique
    /// The same, after a question.
    case ask
    /// It stays text.
    case never
  }

  public var theme = Theme.dark
  /// The themes `/theme` can choose from; the first one is used when no name is given.
  public var themes = Settings.builtInThemes
  /// Which messages ring the bell while the terminal is not focused.
  public var bell = Calls.mentions
  /// Which messages notify the desktop (OSC 9) while the terminal is not focused.
  public var desktop = Calls.mentions
  /// Whether clicks, wheel and drags are handled; selecting text with the terminal itself then needs Shift.
  public var usesMouse = false
  public var nameResolution = NameResolution.unique
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
    NamedTheme("dark", .dark), NamedTheme("light", .light), NamedTheme("contrast", .highContrast),
  ]
}

/// A theme with the name `/theme` knows it by.
public nonisolated struct NamedTheme: Hashable, Sendable {
  public let name: String
  public let theme: Theme

  public init(_ name: String, _ theme: Theme) {
    self.name = name
    self.theme = theme
  }
}
