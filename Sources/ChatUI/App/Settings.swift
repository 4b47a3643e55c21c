public import ChatScreens

/// What a person can have otherwise.
public nonisolated struct Settings: Hashable, Sendable {
  public enum Calls: Hashable, Sendable { case never, mentions, all }

  public var theme = Theme.dark
  /// What rings the bell while the terminal is not looked at.
  public var bell = Calls.mentions
  /// What is told to the desktop (OSC 9) while the terminal is not looked at.
  public var desktop = Calls.mentions
  /// Whether clicks, wheel and drags do something here; the terminal's own selection then needs Shift.
  public var usesMouse = false
  /// How long a frame waits for the store at most.
  public var longestSaving = Duration.milliseconds(50)

  /// How long leaving waits for it at most.
  public var longestLeaving = Duration.seconds(5)

  public init() {}
}
