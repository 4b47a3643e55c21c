/// A terminal as the program sees it: events in, and frames or lines out.
@MainActor
public protocol Terminal: AnyObject {
  var size: Size { get }

  /// Takes the terminal over. What arrives in one piece is told as one batch.
  func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)

  /// Forgets what it shows, so that it is written whole the next time.
  func invalidate()

  func perform(_ act: TerminalAct)

  /// Gives the terminal back and stops the process, as C-z does; returns once it goes on, with the terminal taken over.
  func suspend()

  /// Gives the terminal back while something else uses it, and takes it over again.
  func lend<Result>(to body: () async -> Result) async -> Result

  /// Gives the terminal back for good, as it was.
  func stop()
}

/// One that shows pictures.
public protocol ScreenTerminal: Terminal {
  /// Shows a frame by writing only what is different from the one before.
  func present(_ frame: Frame)
}

/// One that is read line by line, by those who listen to it.
public protocol LineTerminal: Terminal {
  /// Writes lines, and under them the line in which one types.
  func say(_ lines: [ScreenText], above line: TypedLine)
}

/// What a terminal can do beside showing frames. Texts pass the same door as everything that is drawn.
public enum TerminalAct: Hashable, Sendable {
  case ring
  /// A notice on the person's desktop (OSC 9).
  case notify(ScreenText)
  /// Text for the clipboard (OSC 52).
  case copy(String)
  case setTitle(ScreenText)
  /// Clicks, wheel and drags are told, or no more; meanwhile the terminal's own selection needs Shift.
  case reportMouse(Bool)
}

/// Why there is no terminal to work with.
public enum TerminalError: Error, Hashable, Sendable {
  /// Input or output is not a terminal.
  case notATerminal
  /// The terminal's description was not found: the value of TERM.
  case unknownTerminal(String)
}
