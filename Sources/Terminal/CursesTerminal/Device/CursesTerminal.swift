import CNcursesw
import CTerminalGuard
import Glibc
public import TerminalScreen

/// The terminal in which the program was started: frames go out through ncurses, and input comes in undecoded.
///
/// A process has only one. Starting it makes the process ignore SIGPIPE.
@MainActor
public final class CursesTerminal: ScreenTerminal {
  enum Phase { case idle, taken, lent, stopped }

  public private(set) var size = Size(columns: 80, rows: 24)

  /// Receives the input bytes before they are decoded, and an empty call after a pause that ends an unfinished sequence. Set it
  /// before the start.
  public var onBytes: (([UInt8]) -> Void)?

  private var options: TerminalOptions
  let traits: TerminalTraits
  var output: TerminalOutput?
  private var room: RoomWatch?
  var phase = Phase.idle
  var modes: TerminalModes?
  var input: InputReader?
  var tell: (@MainActor ([TerminalEvent]) -> Void)?
  private var signals: SignalReader?
  var cells: CellPainter?
  public private(set) var hasColors = false
  private var links: LinkPainter?
  /// The latest frame, which is on the screen or will be next.
  private var latest: Frame?
  private var title: ScreenText?
  private var isHungUp = false
  /// Whether the program has asked for the terminal's background.
  private var asksBackground = false
  var questions: TerminalQuestions
  /// Nil until the terminal has reported how it shows pictures.
  var painter: PicturePainter?
  var fitting = PictureFitting()
  /// Where the cursor was in the last frame with pictures.
  var cursorAtPictures: Position?

  /// - Parameters:
  ///   - environment: looks up a variable, by default in the process's environment. TERM, COLORTERM and TERM_PROGRAM are read;
  ///     NO_COLOR is part of the options.
  public init(
    _ options: TerminalOptions = TerminalOptions(), environment: ((String) -> String?)? = nil
  ) {
    let environment = environment ?? { name in getenv(name).map { String(cString: $0) } }
    self.options = options
    questions = TerminalQuestions(pictureDelay: options.pictureDelay)
    traits = TerminalTraits(options.colors, environment)
  }

  public func start(_ tell: @escaping @MainActor ([TerminalEvent]) -> Void) throws(TerminalError) {
    precondition(phase == .idle, "a terminal is started once")
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    // Must precede ncurses, which keeps existing signal handlers. Its own handlers would not restore the terminal, and it would
    // block SIGTSTP around every update, at the cost of two system calls.
    let signals = SignalReader([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP]) { [weak self] in
      self?.handleSignals($0)
    }
    let modes: TerminalModes
    do throws(TerminalError) {
      modes = try openScreen()
    } catch {
      signals?.giveBack()
      throw error
    }
    self.signals = signals
    self.modes = modes
    self.tell = tell
    signals_ignore(SIGPIPE)
    phase = .taken
    write(modes.entering)
    input = InputReader(
      descriptor: STDIN_FILENO, escapeDelay: options.escapeDelay, overhear: onBytes,
      isAnswerAwaited: { [weak self] in self?.questions.isAwaited(at: Monotonic.milliseconds) ?? false }
    ) { [weak self] events in
      self?.pass(events)
    }
  }

  public func present(_ frame: Frame) {
    latest = frame
    draw()
  }

  public func invalidate() {
    guard phase == .taken else { return }
    cells?.forget()
    links?.forget()
    painter?.forget()
  }

  public func perform(_ act: TerminalAct) {
    if case .setTitle(let text) = act {
      guard options.setsTitle else { return }
      title = text
    }
    guard phase == .taken else { return }
    switch act {
    case .ring: write("\u{07}")
    case .notify(let text): command(TerminalCommand.notice(text))
    case .copy(let text): command(TerminalCommand.copy(text))
    case .setTitle(let text): command(TerminalCommand.title(text))
    case .reportMouse(let isReported):
      options.reportsMouse = isReported
      // Stored, to be set again after the terminal was lent.
      modes = makeModes()
      command(TerminalModes.mouse(isReported: isReported))
    case .askBackground:
      asksBackground = true
      askBackground()
    }
  }

  public func stop() {
    giveBack()
    phase = .stopped
    input?.stop()
    signals?.stop()
    room?.stop()
    tell = nil
  }
}

extension CursesTerminal {
  /// Starts ncurses.
  private func openScreen() throws(TerminalError) -> TerminalModes {
    // The widths of letters depend on the locale, and in a locale without them ncurses draws question marks.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    // The size comes from the system, not from LINES and COLUMNS, which may be out of date.
    use_env(false)
    // The first description that exists.
    guard let name = traits.names.first(where: { curses_knows($0) }) else {
      throw .unknownTerminal(traits.names.last ?? "")
    }
    let modes = makeModes()
    guard let output = TerminalOutput(), takesOver(modes, output) else { throw .notATerminal }
    size = windowSize ?? size
    // ncurses does not start without a size.
    if !curses_knows_size() { use_env(true) }
    let isOpen = curses_open(name, output.drawing)
    use_env(false)
    guard isOpen else {
      guard_give_back()
      throw .unknownTerminal(name)
    }
    // Typeahead must not delay drawing.
    typeahead(-1)
    nonl()
    // ncurses does not write to a terminal, so it knows only the size in the description, and would scroll only that number of
    // rows.
    size = windowSize ?? Size(columns: Int(curses_columns()), rows: Int(curses_rows()))
    resizeterm(Int32(size.rows), Int32(size.columns))
    // Until a program has left the screen and returned, ncurses writes each cursor move immediately, in case the program uses
    // nothing else of it. When it returns, ncurses repeats its initial output, except for the alternate character set.
    endwin()
    output.dropDrawing()
    doupdate()
    if traits.wantsColor, has_colors() {
      start_color()
      use_default_colors()
    }
    let depth = ColorDepth(
      colors: traits.wantsColor ? Int(curses_colors()) : 0, isDirect: tigetflag("RGB") > 0,
      wanted: options.colors)
    hasColors = depth != .none
    cells = CellPainter(depth: depth, placesGlyphs: traits.readsCommands)
    links = traits.readsCommands ? LinkPainter(depth: depth) : nil
    self.output = output
    room = RoomWatch(descriptor: output.descriptor)
    return modes
  }

  private func makeModes() -> TerminalModes {
    TerminalModes(
      traits: traits, options: options, characterSets: capability("enacs") ?? "",
      screenOff: capability("rmcup"), plain: capability("sgr0") ?? "", cursorOn: capability("cnorm") ?? "",
      // The scroll region can only be reset this way on terminals with ECMA's sequences.
      scrollsAll: capability("csr")?.hasPrefix("\u{1B}[") == true ? "\u{1B}[r" : "")
  }

  func takesOver(_ modes: TerminalModes, _ output: TerminalOutput) -> Bool {
    modes.leaving.withCString { guard_take_over(STDIN_FILENO, output.descriptor, $0, strlen($0)) } == 0
  }

  /// A sequence of the terminal's description, without its delays, which only `tputs` interprets.
  func capability(_ name: String) -> String? {
    curses_capability(name).map { TerminalTraits.withoutDelays(String(cString: $0)) }
  }

  /// Writes the latest frame, now or once the terminal accepts output: on a slow line, frames are skipped.
  func draw() {
    guard phase == .taken, let frame = latest, let cells, let output else { return }
    guard !output.isWaiting else { return waitForRoom() }
    guard_cover_thread()
    let pictures = pictures(of: frame)
    if let painter, !painter.isIdle {
      for row in painter.remains(besides: pictures) { cells.doubt(row: row) }
    }
    cells.paint(grid(of: frame, under: pictures), on: frame.ground)
    if let cursor = frame.cursor {
      wmove(curses_next_screen(), Int32(cursor.row), Int32(cursor.column))
    }
    curs_set(frame.cursor == nil ? 0 : 1)
    doupdate()
    let placed =
      cells.wholeRows.isEmpty
      ? ""
      : PlacedGlyphs.text(
        in: frame.grid, rows: cells.wholeRows.sorted(), columns: size.columns, cells.colors)
    let linked = links?.text(
      for: frame, rows: size.rows, columns: size.columns, changes: cells.changes, anew: cells.wholeRows)
    write(placed + (linked ?? ""))
    show(pictures, of: frame)
  }

  private func command(_ text: String) {
    if traits.readsCommands { write(text) }
  }

  /// Writes after ncurses' previous output.
  func write(_ text: String) {
    guard let output else { return }
    output.collectDrawing()
    output.add(text)
    output.flush()
    if output.isWaiting { waitForRoom() }
  }

  func waitForRoom() {
    room?.wait { [weak self] in
      self?.output?.flush()
      self?.draw()
    }
  }

  /// Sets all modes and draws everything again after the terminal was lent.
  func showAgain() {
    if let modes { write((capability("smcup") ?? "") + modes.entering) }
    if let title { command(TerminalCommand.title(title)) }
    questions.forgetPictures()
    invalidate()
    noticeSize()
    draw()
    // The user may have changed the terminal's colours meanwhile.
    if asksBackground { askBackground() }
  }

  private func askBackground() {
    guard traits.readsCommands else { return }
    write(questions.backgroundQuestion(at: Monotonic.milliseconds))
  }

  func noticeSize() {
    guard let new = windowSize else { return }
    guard new != size else {
      // The cell size in pixels may have changed.
      if painter?.isIdle == false { draw() }
      return
    }
    size = new
    resizeterm(Int32(new.rows), Int32(new.columns))
    invalidate()
    tell?([.resized(new)])
  }

  private var windowSize: Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  func pass(_ events: [TerminalEvent]) {
    guard_cover_thread()
    var news = questions.events(events, at: Monotonic.milliseconds)
    noticePictures()
    if news.contains(.hangUp) {
      // A lost line is reported both by a signal and by the end of the input.
      news.removeAll { event in
        guard event == .hangUp else { return false }
        defer { isHungUp = true }
        return isHungUp
      }
    }
    if !news.isEmpty { tell?(news) }
  }
}
