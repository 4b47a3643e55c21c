import CTerminalGuard
import Glibc
public import TerminalScreen

/// The terminal in which the program was started: taking it over, lending it to other programs, and giving it back. Subclasses
/// decide what it shows.
///
/// A process has only one. Starting it makes the process ignore SIGPIPE and SIGXFSZ, so that a write to a file at its size limit
/// just fails.
@MainActor
public class ProcessTerminal {
  enum Phase { case idle, taken, lent, stopped }

  public internal(set) var size = Size(columns: 80, rows: 24)

  /// Receives the input bytes before they are decoded, and an empty call after a pause that ends an unfinished sequence. Set it
  /// before the start.
  public var onBytes: (([UInt8]) -> Void)?

  let traits: TerminalTraits
  private(set) var phase = Phase.idle
  private(set) var output: TerminalOutput?
  private(set) var input: InputReader?
  /// Waits until a full terminal accepts output again.
  private var room: DescriptorWatch?
  private var signals: SignalReader?
  private var tell: (@MainActor ([TerminalEvent]) -> Void)?
  private let escapeDelay: Int

  /// - Parameter environment: looks up a variable; nil uses the process's environment.
  init(
    _ options: TerminalOptions, colors: TerminalOptions.Colors, environment: ((String) -> String?)?
  ) {
    escapeDelay = options.escapeDelay
    traits = TerminalTraits(colors, environment ?? { name in getenv(name).map { String(cString: $0) } })
  }

  public func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    precondition(phase == .idle, "a terminal is started once")
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    // Must precede ncurses, which keeps existing signal handlers. Its own handlers would not restore the terminal, and it would
    // block SIGTSTP around every update, at the cost of two system calls.
    let signals = SignalReader([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP]) { [weak self] in
      self?.handleSignals($0)
    }
    let output: TerminalOutput
    do throws(TerminalError) {
      output = try open()
    } catch {
      signals?.giveBack()
      throw error
    }
    self.signals = signals
    self.output = output
    self.tell = tell
    size = windowSize ?? size
    signals_ignore(SIGPIPE)
    signals_ignore(SIGXFSZ)
    phase = .taken
    write(entering)
    input = InputReader(
      descriptor: STDIN_FILENO, escapeDelay: escapeDelay, overhear: onBytes,
      isAnswerAwaited: { [weak self] in self?.isAnswerAwaited ?? false }
    ) { [weak self] events in
      self?.pass(events)
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
    // A signal may have ended the program meanwhile.
    if phase == .lent { takeOver() }
    return result
  }

  public func stop() {
    giveBack()
    phase = .stopped
    input?.stop()
    signals?.stop()
    stopWaiting()
    tell = nil
  }

  // MARK: Overridden by subclasses

  /// The output that sets all modes.
  var entering: String { "" }
  /// The output that undoes these modes, written whenever the terminal is given back, even after a crash.
  var leaving: String { "" }
  /// Whether a question to the terminal is still unanswered.
  var isAnswerAwaited: Bool { false }

  /// Takes the terminal over for the first time.
  func open() throws(TerminalError) -> TerminalOutput {
    guard let output = TerminalOutput(), takesOver(output) else { throw .notATerminal }
    return output
  }

  /// Redraws everything after the terminal was lent.
  func showAgain() {}

  /// Called before the terminal is given back.
  func willGiveBack() {}

  /// Writes the content that is not on the screen yet, or was drawn for cells of another size.
  func draw() {}

  func resize(to new: Size) { size = new }

  /// Delivers events to the program.
  func pass(_ events: [TerminalEvent]) { tell?(events) }
}

extension ProcessTerminal {
  func takesOver(_ output: TerminalOutput) -> Bool {
    leaving.withCString { guard_take_over(STDIN_FILENO, output.descriptor, $0, strlen($0)) } == 0
  }

  private func giveBack() {
    guard phase == .taken else { return }
    phase = .lent
    willGiveBack()
    input?.pause()
    output?.flush()
    output?.forget()
    guard_give_back()
  }

  private func takeOver() {
    guard let output else { return }
    guard takesOver(output) else {
      phase = .stopped
      return pass([.hangUp])
    }
    phase = .taken
    input?.goOn()
    showAgain()
  }

  private func handleSignals(_ numbers: [Int32]) {
    var isResized = false
    for number in numbers {
      switch number {
      case SIGWINCH: isResized = true
      case SIGHUP: pass((input?.surrender() ?? []) + [.hangUp])
      case SIGTERM, SIGINT: pass((input?.surrender() ?? []) + [.terminate])
      case SIGTSTP: suspend()
      case SIGCONT:
        // The process was stopped from outside, and a shell may have used the terminal.
        guard phase == .taken else { break }
        giveBack()
        takeOver()
      default: break
      }
    }
    // While the terminal is lent, a new size is noticed when it is taken back.
    guard isResized, phase == .taken else { return }
    if !noticeSize() { draw() }
  }

  /// Reports the size of the window if it has changed. A process that was stopped or has lent the terminal gets no signal.
  ///
  /// - Returns: whether it has changed.
  @discardableResult
  func noticeSize() -> Bool {
    guard let new = windowSize, new != size else { return false }
    resize(to: new)
    tell?([.resized(new)])
    return true
  }

  var windowSize: Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  func write(_ text: String) {
    guard let output else { return }
    // Earlier output of ncurses, if any, comes first.
    output.collectDrawing()
    output.add(text)
    output.flush()
    if output.isWaiting { waitForRoom() }
  }

  func waitForRoom() {
    guard room == nil, let descriptor = output?.descriptor else { return }
    room = DescriptorWatch(descriptor, for: .writing) { [weak self] in
      guard let self, let output else { return }
      stopWaiting()
      output.flush()
      if output.isWaiting { waitForRoom() } else { draw() }
    }
  }

  private func stopWaiting() {
    room?.stop()
    room = nil
  }
}
