/// The user's settings for the terminal.
public struct TerminalOptions: Hashable, Sendable {
  public enum Colors: Hashable, Sendable {
    /// As many as the terminal has.
    case automatic
    case none, sixteen, palette
    /// Exact red, green and blue, if the system has a terminal description that supports them.
    case direct
  }

  /// The maximum number of colours.
  public var colors = Colors.automatic
  /// Whether clicks, wheel and drags are reported; the terminal's own selection then needs Shift.
  public var reportsMouse = false
  /// Whether the program may set the title. The previous title is restored when the terminal is given back.
  public var setsTitle = true
  /// The number of milliseconds after which a lone Escape is a key and not the beginning of a sequence.
  public var escapeDelay = 25
  /// The number of milliseconds after which a terminal that reports pictures is too slow for them.
  public var pictureDelay = 200
  /// Whether to ask the terminal to distinguish keys that are the same in the old encoding, such as S-Enter and Enter.
  public var tellsKeysApart = true

  public init() {}
}
