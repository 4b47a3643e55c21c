/// A terminal as the program sees it: events in, and frames or lines out.
@MainActor
public protocol Terminal: AnyObject {
  var size: Size { get }

  /// Takes the terminal over. Input that arrives in one piece is delivered as one batch of events.
  func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError)

  /// Invalidates the shown frame, so that the next one is written completely.
  func invalidate()

  func perform(_ act: TerminalAct)

  /// Gives the terminal back and stops the process, as C-z does; returns once the process is resumed and has the terminal
  /// again.
  func suspend()

  /// Gives the terminal back while something else uses it, then takes it over again.
  func lend<Result>(to body: () async -> Result) async -> Result

  /// Gives the terminal back permanently, with its original modes.
  func stop()
}

/// A terminal that shows frames.
public protocol ScreenTerminal: Terminal {
  /// Shows a frame by writing only the differences from the one before.
  func present(_ frame: Frame)

  /// Whether the terminal has colours; known once it is started.
  var hasColors: Bool { get }

  /// The size of a cell in pixels, in a terminal that may show pictures; nil if it has only cells.
  var pixelsOfCell: Size? { get }
}

extension ScreenTerminal {
  public var pixelsOfCell: Size? { nil }
}

/// A terminal that shows lines, for screen readers.
public protocol LineTerminal: Terminal {
  /// Writes lines, and under them the input line.
  func say(_ lines: [ScreenText], above line: TypedLine)
}

/// Actions of a terminal besides showing frames. Texts pass through `ScreenText` like everything that is drawn.
public enum TerminalAct: Hashable, Sendable {
  case ring
  /// A desktop notification (OSC 9).
  case notify(ScreenText)
  /// Text for the clipboard (OSC 52).
  case copy(String)
  case setTitle(ScreenText)
  /// Starts or stops reporting clicks, wheel and drags; meanwhile the terminal's own selection needs Shift.
  case reportMouse(Bool)
  /// Asks for the terminal's background, now and whenever the terminal is taken over again. `TerminalEvent.background` is the
  /// answer, if there is one; the program does not wait for it.
  case askBackground

  /// The maximum number of bytes of a clipboard text: 100,000 letters of base 64. Some terminals silently drop a longer text.
  public static let longestCopy = 74_994
}

/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// Input or output is not a terminal.
  case notATerminal
  /// The terminal's description was not found: the value of TERM.
  case unknownTerminal(String)
}

/// The contents of a terminal screen: a grid, the position of the cursor, the targets of its links, and pictures.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil if the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` refers to.
  public var links: [String]
  /// The background for which the colours were chosen: a terminal with few colours uses only those that are readable on it.
  public var ground: Background
  /// Pictures, no two of which share a cell. Their cells contain them as half blocks.
  public var pictures: [PlacedPicture]

  public init(
    grid: Grid, cursor: Position? = nil, links: [String] = [], ground: Background = .unknown,
    pictures: [PlacedPicture] = []
  ) {
    self.grid = grid
    self.cursor = cursor
    self.links = links
    self.ground = ground
    self.pictures = pictures
  }
}

/// The main thread's loop, which waits for keys, for signals and for the main actor's work.
@MainActor
public protocol EventLoop: AnyObject {
  /// Calls the closure once all events are handled, right before the loop waits again.
  func beforeWaiting(_ body: @escaping () -> Void)

  /// - Parameter fire: called when the delay has passed.
  func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer
}

/// A timer that can be started repeatedly.
@MainActor
public protocol EventLoopTimer: AnyObject {
  /// Sets the delay, and replaces the previous one.
  func start(after delay: Duration)
  func stop()
}
