/// What a person may choose about the terminal.
public struct TerminalOptions: Hashable, Sendable {
  public enum Colors: Hashable, Sendable {
    /// As many as the terminal has.
    case automatic
    case none, sixteen, palette
    /// Red, green and blue as they are, where the system has a description of the terminal that knows how.
    case direct
  }

  /// How many colours are used at most.
  public var colors = Colors.automatic
  /// Clicks, wheel and drags are told; the terminal's own selection then needs Shift.
  public var reportsMouse = false
  /// After how many milliseconds a lone Escape is the key and not the beginning of another.
  public var escapeDelay = 25
  /// Asks the terminal to tell apart keys that are the same in the old encoding, such as S-Enter and Enter.
  public var tellsKeysApart = true

  public init() {}
}
