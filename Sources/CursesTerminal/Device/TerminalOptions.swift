/// What a person may choose about the terminal.
public struct TerminalOptions: Hashable, Sendable {
  /// Clicks, wheel and drags are told; the terminal's own selection then needs Shift.
  public var reportsMouse = false
  /// After how many milliseconds a lone Escape is the key and not the beginning of another.
  public var escapeDelay = 25
  /// Asks the terminal to tell apart keys that are the same in the old encoding, such as S-Enter and Enter.
  public var tellsKeysApart = true

  public init() {}
}
