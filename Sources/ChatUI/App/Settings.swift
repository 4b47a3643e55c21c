public import ChatScreens

/// What a person can have otherwise.
public nonisolated struct Settings: Hashable, Sendable {
  /// Which messages call a person who looks elsewhere; each calls for those before it too.
  public enum Calls: Hashable, Sendable { case never, direct, mentions, all }

  public var theme = Theme.dark
  /// What `/theme` can choose from, the first one where it names none.
  public var themes = Settings.builtInThemes
  /// What rings the bell while the terminal is not looked at.
  public var bell = Calls.mentions
  /// What is told to the desktop (OSC 9) while the terminal is not looked at.
  public var desktop = Calls.mentions
  /// Whether clicks, wheel and drags do something here; the terminal's own selection then needs Shift.
  public var usesMouse = false
  /// Channels with a draft stand before the others.
  public var putsDraftsFirst = false
  /// A channel with a draft is shown without the time of its last message.
  public var hidesTimeOfDrafts = false
  /// How long a frame waits for the store at most.
  public var longestSaving = Duration.milliseconds(50)

  /// How long leaving waits for it at most.
  public var longestLeaving = Duration.seconds(5)

  public init() {}

  public static let builtInThemes = [
    NamedTheme("dark", .dark), NamedTheme("light", .light), NamedTheme("contrast", .highContrast),
  ]
}

/// A theme as `/theme` knows it.
public nonisolated struct NamedTheme: Hashable, Sendable {
  public let name: String
  public let theme: Theme

  public init(_ name: String, _ theme: Theme) {
    self.name = name
    self.theme = theme
  }
}
