import ProgramTerminal
import Testing

@Suite("What the built program writes", .serialized)
struct InkwellScreenTests {
  @Test("A window of 20x5 shows a piece, takes keys, and the whole comes back")
  func resize() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("stays")
    try terminal.until("✎ stays")
    try terminal.untilAtRest()
    let before = terminal.text
    terminal.resize(columns: 20, rows: 5)
    try terminal.until("the small screen") { $0.shows("→ #general", "stays") && !$0.shows("Threads") }
    #expect(terminal.cursor.row < 5 && terminal.cursor.column < 20)
    try terminal.type("!")
    try terminal.until("stays!")
    try terminal.type("\u{8}")
    try terminal.until("the word alone") { !$0.shows("stays!") }
    terminal.resize(columns: 80, rows: 24)
    try terminal.untilAtRest()
    #expect(terminal.text == before)
  }

  @Test("No size is too small or too large", arguments: [(1, 1), (2, 9), (7, 2), (400, 3), (300, 120)])
  func sizes(size: (columns: Int, rows: Int)) throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("stays")
    try terminal.until("✎ stays")
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

  @Test("What is drawn over wide letters is what a redraw shows")
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

  @Test("A key at the end of the line costs a handful of bytes")
  func bytesOfAKey() throws {
    let terminal = try VirtualTerminal.inkwell()
    // Once the preview in the list of channels has no more room, only the composer changes.
    try terminal.typeSlowly("a beginning that fills the list")
    let start = terminal.output.count
    let keys = "and on it goes"
    try terminal.typeSlowly(keys.replacing(" ", with: "_"))
    #expect(terminal.output.count - start <= 3 * keys.count)
  }

  @Test("While nobody types and nobody speaks nothing waits for its time, and nothing is written")
  func idle() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.untilAtRest()
    try terminal.type("x")
    try terminal.until("✎ x")
    // The draft is published once nobody has typed for a while; then it is quiet again.
    try terminal.untilAtRest()
    #expect(terminal.shows("✎ x", "drafts saved"))
  }

  @Test("Losing the focus and finding it again types nothing")
  func focus() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("a\u{1B}[Ob\u{1B}[Ic")
    try terminal.until("┤ abc")
  }
}
