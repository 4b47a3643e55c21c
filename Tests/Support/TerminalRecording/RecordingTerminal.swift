public import TerminalScreen

/// An in-memory terminal that records frames and types what a test sends.
///
/// A frame that no terminal could show stops the test at once: wrong size, half a wide glyph, a cursor outside.
@MainActor
public final class RecordingTerminal: ScreenTerminal, LineTerminal {
  /// The current user of the terminal.
  public enum Owner: Hashable, Sendable { case nobody, program, borrower }

  public private(set) var size: Size
  public private(set) var owner = Owner.nobody
  /// The last frame.
  public private(set) var frame: Frame?
  public private(set) var frameCount = 0
  /// Called with each frame.
  public var onFrame: (Frame) -> Void = { _ in }
  /// How often all cells were to be drawn again.
  public private(set) var redraws = 0
  public private(set) var acts: [TerminalAct] = []
  /// Whether the terminal claims to have colours.
  public var hasColors = true
  /// The cell size that the terminal claims, for pictures; nil: it shows none.
  public var pixelsOfCell: Size?
  public private(set) var suspensions = 0
  public private(set) var lendings = 0
  /// The lines printed in line mode.
  public internal(set) var said: [String] = []
  /// The input line with its prompt.
  public internal(set) var typed = TypedLine()
  /// The bytes written in line mode.
  public internal(set) var written = ""
  var echo = LineEcho()

  private var tell: (@MainActor ([TerminalEvent]) -> Void)?

  public init(_ size: Size = Size(columns: 80, rows: 24)) { self.size = size }

  public func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    precondition(owner == .nobody, "a terminal is started once")
    owner = .program
    self.tell = tell
  }

  public func present(_ frame: Frame) {
    precondition(owner == .program, "a frame for a terminal that is not taken over")
    check(frame)
    frameCount += 1
    self.frame = frame
    onFrame(frame)
  }

  public func say(_ lines: [ScreenText], above line: TypedLine) {
    precondition(owner == .program, "lines for a terminal that is not taken over")
    written += echo.text(saying: lines, above: line)
    said += lines.map { $0.glyphs.map(\.text).joined() }
    typed = line
    frameCount += 1
  }

  public func invalidate() { redraws += 1 }

  public func perform(_ act: TerminalAct) { acts.append(act) }

  public func suspend() {
    precondition(owner == .program, "suspended without being taken over")
    suspensions += 1
  }

  public func lend<Result>(to body: () async -> Result) async -> Result {
    precondition(owner == .program, "lent without being taken over")
    owner = .borrower
    lendings += 1
    let result = await body()
    owner = .program
    return result
  }

  public func stop() {
    owner = .nobody
    tell = nil
  }
}

// MARK: - Actions of a test

extension RecordingTerminal {
  /// Sends all events as one batch. A terminal that is stopped or not started sends nothing.
  public func send(_ events: [TerminalEvent]) { tell?(events) }

  public func send(_ event: TerminalEvent) { send([event]) }

  /// Presses keys in Emacs notation, separated by spaces: `C-x C-e`.
  public func press(_ notation: String) {
    guard let keys = KeyEvent.sequence(notation) else { preconditionFailure("no keys: \(notation)") }
    send(keys.map { .key($0) })
  }

  /// Types a text as a terminal sends it: one key for each scalar, Enter for a line end.
  public func type(_ text: String) {
    send(
      text.unicodeScalars.map { .key($0 == "\n" ? KeyEvent(.enter) : KeyEvent(.character(Character($0)))) })
  }

  /// Types bytes as a terminal sends them.
  public func type(bytes: some Sequence<UInt8>) {
    var decoder = InputDecoder()
    send(decoder.decode(bytes) + decoder.finish())
  }

  public func paste(_ text: String) { send(.paste(text)) }

  public func resize(to size: Size) {
    self.size = size
    send(.resized(size))
  }

  /// The rows of the last frame as text.
  public var lines: [String] { frame?.grid.lines ?? [] }
}

extension RecordingTerminal {
  private func check(_ frame: Frame) {
    precondition(frame.grid.size == size, "a frame of \(frame.grid.size) on a terminal of \(size)")
    if let cursor = frame.cursor {
      precondition(frame.grid.bounds.contains(cursor), "the cursor at \(cursor) of \(size)")
    }
    let grid = frame.grid
    let last = self.frame.flatMap { $0.grid.size == size && $0.links == frame.links ? $0.grid : nil }
    for row in 0..<size.rows where last?.isSame(row, as: grid) != true {
      let half = grid.halfGlyphs(inRow: row)
      precondition(half.isEmpty, "half a wide glyph at \(half)")
      for cell in grid.row(row) where cell.style.link != nil {
        precondition(frame.address(of: cell.style.link) != nil, "a link that leads nowhere")
      }
    }
  }
}
