import CTerminalGuard
import Glibc
public import TerminalScreen

/// The terminal in which the program was started, used line by line: nothing is drawn, and written lines stay.
///
/// Keys arrive one by one, and their effect is echoed here. Besides lines, the only output is the modes for bracketed paste,
/// and only if the terminal is known to support them.
@MainActor
public final class PlainTerminal: LineTerminal {
  private enum Phase { case idle, taken, lent, stopped }

  public private(set) var size = Size(columns: 80, rows: 24)

  private let escapeDelay: Int
  private let traits: TerminalTraits
  private var phase = Phase.idle
  private var output: TerminalOutput?
  private var room: RoomWatch?
  private var input: InputReader?
  private var signals: SignalReader?
  private var echo = LineEcho()
  private var typed: TypedLine?
  private var tell: (@MainActor ([TerminalEvent]) -> Void)?

  /// - Parameter environment: looks up a variable, by default in the process's environment.
  public init(_ options: TerminalOptions = TerminalOptions(), environment: ((String) -> String?)? = nil) {
    escapeDelay = options.escapeDelay
    traits = TerminalTraits(.none, environment ?? { name in getenv(name).map { String(cString: $0) } })
  }

  public func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    precondition(phase == .idle, "a terminal is started once")
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let output = TerminalOutput(),
      takesOver(output)
    else { throw .notATerminal }
    self.output = output
    self.tell = tell
    room = RoomWatch(descriptor: output.descriptor)
    noticeSize()
    signals_ignore(SIGPIPE)
    signals = SignalReader([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP]) { [weak self] in
      self?.handleSignals($0)
    }
    phase = .taken
    write(traits.readsCommands ? "\u{1B}[?2004h" : "")
    input = InputReader(descriptor: STDIN_FILENO, escapeDelay: escapeDelay) { [weak self] events in
      self?.tell?(events)
    }
  }

  public func say(_ lines: [ScreenText], above line: TypedLine) {
    typed = line
    guard phase == .taken else { return }
    write(echo.text(saying: lines, above: line))
  }

  public func invalidate() {
    guard phase == .taken else { return }
    write(echo.leaving())
    if let typed { write(echo.text(saying: [], above: typed)) }
  }

  public func perform(_ act: TerminalAct) {
    guard phase == .taken else { return }
    switch act {
    case .ring: write("\u{07}")
    case .copy(let text): if traits.readsCommands { write(TerminalCommand.copy(text)) }
    case .notify, .setTitle, .reportMouse, .askBackground: break
    }
  }

  public func suspend() {
    guard phase == .taken else { return }
    giveBack()
    guard_stop_job()
    takeOver()
  }

  public func lend<Result>(to body: () async -> Result) async -> Result {
    guard phase == .taken else { return await body() }
    giveBack()
    signals_lend()
    let result = await body()
    signals_take_back()
    if phase == .lent { takeOver() }
    return result
  }

  public func stop() {
    giveBack()
    phase = .stopped
    input?.stop()
    signals?.stop()
    room?.stop()
    tell = nil
  }

  private func takesOver(_ output: TerminalOutput) -> Bool {
    // Always starts a new line for the shell's prompt.
    let leaving = (traits.readsCommands ? "\u{1B}[?2004l" : "") + "\r\n"
    return leaving.withCString { guard_take_over(STDIN_FILENO, output.descriptor, $0, strlen($0)) } == 0
  }

  private func giveBack() {
    guard phase == .taken else { return }
    phase = .lent
    input?.pause()
    output?.flush()
    output?.forget()
    guard_give_back()
    echo.forget()
  }

  private func takeOver() {
    guard let output else { return }
    guard takesOver(output) else {
      phase = .stopped
      tell?([.hangUp])
      return
    }
    phase = .taken
    // A stopped process is not notified of a new size.
    if noticeSize() { tell?([.resized(size)]) }
    input?.goOn()
    write(traits.readsCommands ? "\u{1B}[?2004h" : "")
    if let typed { write(echo.text(saying: [], above: typed)) }
  }

  private func handleSignals(_ numbers: [Int32]) {
    for number in numbers {
      switch number {
      case SIGWINCH: if noticeSize() { tell?([.resized(size)]) }
      case SIGHUP: tell?((input?.surrender() ?? []) + [.hangUp])
      case SIGTERM, SIGINT: tell?((input?.surrender() ?? []) + [.terminate])
      case SIGTSTP: suspend()
      case SIGCONT:
        // The process was stopped from outside, and a shell may have used the terminal.
        guard phase == .taken else { break }
        giveBack()
        takeOver()
      default: break
      }
    }
  }

  /// - Returns: whether the size changed.
  @discardableResult
  private func noticeSize() -> Bool {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return false
    }
    let new = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    defer { size = new }
    return new != size
  }

  private func write(_ text: String) {
    guard let output, !text.isEmpty else { return }
    output.add(text)
    output.flush()
    if output.isWaiting { waitForRoom() }
  }

  private func waitForRoom() {
    room?.wait { [weak self] in
      guard let self, let output else { return }
      output.flush()
      if output.isWaiting { waitForRoom() }
    }
  }
}
