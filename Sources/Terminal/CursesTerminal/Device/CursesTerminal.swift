import CNcursesw
import CTerminalGuard
import Glibc
public import TerminalScreen

/// A terminal that shows frames: they are written through ncurses, and input arrives undecoded.
public final class CursesTerminal: ProcessTerminal, ScreenTerminal {
  private var options: TerminalOptions
  private var modes: TerminalModes?
  private(set) var cells: CellPainter?
  public private(set) var hasColors = false
  private var links: LinkPainter?
  /// The latest frame, which is or will be on the screen.
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
    self.options = options
    questions = TerminalQuestions(pictureDelay: options.pictureDelay)
    super.init(options, colors: options.colors, environment: environment)
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
      // Stored, so that they can be set again after the terminal was lent.
      modes = makeModes()
      command(TerminalModes.mouse(isReported: isReported))
    case .askBackground:
      asksBackground = true
      askBackground()
    }
  }

  override var entering: String { modes?.entering ?? "" }

  override var leaving: String { modes?.leaving ?? "" }

  override var isAnswerAwaited: Bool { questions.isAwaited(at: Monotonic.milliseconds) }

  override func willGiveBack() {
    // Otherwise a late answer would be typed into the next program in the terminal.
    input?.read(atMost: Self.patienceForAnswers) { [weak self] in self?.isAnswerAwaited ?? false }
    // Otherwise ncurses would still assume that the cursor is hidden.
    curs_set(1)
    output?.collectDrawing()
    painter = nil
  }

  /// In milliseconds: longer than the usual round trip to a distant host.
  private static let patienceForAnswers = 100

  override func resize(to new: Size) {
    super.resize(to: new)
    resizeterm(Int32(new.rows), Int32(new.columns))
    invalidate()
  }

  /// Starts ncurses.
  override func open() throws(TerminalError) -> TerminalOutput {
    // The widths of letters depend on the locale; in a locale without them, ncurses draws question marks.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    // The size comes from the system, because LINES and COLUMNS may be out of date.
    use_env(false)
    // The first description that exists.
    guard let name = traits.names.first(where: { curses_knows($0) }) else {
      throw .unknownTerminal(traits.names.last ?? "")
    }
    modes = makeModes()
    let output = try super.open()
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
    // Until a program has left the screen and returned, ncurses writes each cursor move immediately, for programs that use
    // nothing else of it. On the return, ncurses repeats its initial output, except for the alternate character set.
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
    return output
  }

  /// Sets all modes and draws everything again after the terminal was lent.
  override func showAgain() {
    write((capability("smcup") ?? "") + entering)
    if let title { command(TerminalCommand.title(title)) }
    questions.forgetPictures()
    invalidate()
    noticeSize()
    draw()
    // The user may have changed the terminal's colours meanwhile.
    if asksBackground { askBackground() }
  }

  /// Writes the latest frame, now or when the terminal accepts output again: on a slow line, frames are skipped.
  override func draw() {
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
      : PlacedGlyphs.text(in: frame.grid, rows: cells.wholeRows.sorted(), columns: size.columns, cells.colors)
    let linked = links?.text(
      for: frame, rows: size.rows, columns: size.columns, changes: cells.changes, anew: cells.wholeRows)
    write(placed + (linked ?? ""))
    show(pictures, of: frame)
  }

  override func pass(_ events: [TerminalEvent]) {
    guard_cover_thread()
    var news = questions.events(events, at: Monotonic.milliseconds)
    noticePictures()
    if news.contains(.hangUp) {
      // A lost line is reported by both a signal and the end of the input.
      news.removeAll { event in
        guard event == .hangUp else { return false }
        defer { isHungUp = true }
        return isHungUp
      }
    }
    if !news.isEmpty { super.pass(news) }
  }
}

extension CursesTerminal {
  private func makeModes() -> TerminalModes {
    TerminalModes(
      traits: traits, options: options, characterSets: capability("enacs") ?? "",
      screenOff: capability("rmcup"), plain: capability("sgr0") ?? "", cursorOn: capability("cnorm") ?? "",
      // Only terminals with ECMA sequences can reset the scroll region this way.
      scrollsAll: capability("csr")?.hasPrefix("\u{1B}[") == true ? "\u{1B}[r" : "")
  }

  /// A sequence of the terminal's description, without its delays, which only `tputs` interprets.
  func capability(_ name: String) -> String? {
    curses_capability(name).map { TerminalTraits.withoutDelays(String(cString: $0)) }
  }

  private func command(_ text: String) {
    if traits.readsCommands { write(text) }
  }

  private func askBackground() {
    guard traits.readsCommands else { return }
    write(questions.backgroundQuestion(at: Monotonic.milliseconds))
  }
}
