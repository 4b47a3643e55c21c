import ProgramTerminal
import Testing

@Suite("Screen output", .serialized)
struct InkwellScreenTests {
  @Test("A window of 20x5 shows a part, takes keys, and the whole screen returns")
  func resize() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("stays", until: "✎ stays")
    try terminal.untilAtRest()
    let before = terminal.text
    terminal.resize(columns: 20, rows: 5)
    try terminal.until("the small screen") { $0.shows("→ #general", "stays") && !$0.shows("Threads") }
    #expect(terminal.cursor.row < 5 && terminal.cursor.column < 20)
    try terminal.type("!", until: "stays!")
    try terminal.type("\u{8}", until: "the word alone") { !$0.shows("stays!") }
    terminal.resize(columns: 80, rows: 24)
    try terminal.untilAtRest()
    #expect(terminal.text == before)
  }

  @Test("No size is too small or too large", arguments: [(1, 1), (2, 9), (7, 2), (400, 3), (300, 120)])
  func sizes(size: (columns: Int, rows: Int)) throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("stays", until: "✎ stays")
    try terminal.untilAtRest()
    let before = terminal.text
    let start = terminal.output.count
    terminal.resize(columns: size.columns, rows: size.rows)
    try terminal.until("a frame of that size") { $0.output.count > start }
    try terminal.type("!")
    terminal.resize(columns: 80, rows: 24)
    try terminal.until("the key that was typed there") { $0.shows("┤ stays!") }
    try terminal.type("\u{8}")
    try terminal.untilAtRest()
    #expect(terminal.text == before)
  }

  @Test("Drawing over wide characters gives the same as a full redraw")
  func wideLetters() throws {
    let terminal = try VirtualTerminal.inkwell()
    let (pageUp, nextChannel) = ("\u{1B}[5~", "\u{1B}[1;3B")
    for key in [pageUp, nextChannel, nextChannel, nextChannel, nextChannel, pageUp, nextChannel, nextChannel]
    {
      try terminal.untilAtRest()
      let shown = terminal.text
      try terminal.type("\u{C}")
      try terminal.untilAtRest()
      #expect(terminal.text == shown)
      try terminal.type(key)
    }
  }

  @Test("A key at the end of the line costs a few bytes")
  func bytesOfAKey() throws {
    let terminal = try VirtualTerminal.inkwell()
    // Once the preview in the sidebar is full, only the composer changes.
    try terminal.typeSlowly("a beginning that fills the list")
    let start = terminal.output.count
    let keys = "and on it goes"
    try terminal.typeSlowly(keys.replacing(" ", with: "_"))
    #expect(terminal.output.count - start <= 3 * keys.count)
  }

  @Test("An idle program sets no timer and writes nothing")
  func idle() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.untilAtRest()
    try terminal.type("x", until: "✎ x")
    // The draft is published after a pause in typing; then the program is idle again.
    try terminal.untilAtRest()
    #expect(terminal.shows("✎ x", "drafts saved"))
  }

  @Test("Losing and regaining the focus types nothing")
  func focus() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("a\u{1B}[Ob\u{1B}[Ic", until: "┤ abc")
  }
}

@Suite("Asking the terminal for its background", .serialized)
struct InkwellBackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
  private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{7}"
  private static let fence = "\u{1B}[?64;1;2c"
  /// The quiet colours of the themes for white, black and unknown backgrounds.
  private static let quiet = (light: "38;5;242", dark: "38;5;245", unknown: "38;5;243")

  @Test(
    "It asks after the first frame; the answer changes the colours, a late one nothing; none is input")
  func answers() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.until("the question") { $0.output(after: 0).contains(Self.question) }
    try terminal.untilAtRest()
    let text = terminal.output(after: 0)
    let question = try #require(text.firstRange(of: Self.question))
    #expect(text[..<question.lowerBound].contains("Channels"))
    #expect(text.contains(Self.quiet.unknown) && !text.contains(Self.quiet.dark))
    let before = terminal.text
    var start = terminal.output.count
    try terminal.type(Self.white + Self.fence)
    try terminal.until("colours for white") { $0.output(after: start).contains(Self.quiet.light) }
    try terminal.untilAtRest()
    #expect(terminal.text == before)
    start = terminal.output.count
    try terminal.type(Self.black + "x", until: "✎ x")
    try terminal.untilAtRest()
    #expect(!terminal.output(after: start).contains(Self.quiet.dark))
  }

  @Test("COLORFGBG applies from the first frame until the terminal answers")
  func variable() throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["COLORFGBG": "0;15"])
    try terminal.untilAtRest()
    let text = terminal.output(after: 0)
    #expect(text.contains(Self.quiet.light) && !text.contains(Self.quiet.unknown))
    try terminal.type(Self.black + Self.fence)
    try terminal.until("colours for black") { $0.output(after: 0).contains(Self.quiet.dark) }
  }

  @Test("With eight colours quiet text is not bold black, and xterm has 256 colours in spite of its name")
  func xterm() throws {
    let plain = try VirtualTerminal.inkwell(environment: ["TERM": "xterm"])
    try plain.untilAtRest()
    #expect(!plain.output(after: 0).contains("38;5;") && !plain.output(after: 0).contains("[30m"))
    let xterm = try VirtualTerminal.inkwell(environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"])
    try xterm.untilAtRest()
    #expect(xterm.output(after: 0).contains(Self.quiet.unknown))
  }
}
