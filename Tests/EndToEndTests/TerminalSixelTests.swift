import Glibc
import ProgramTerminal
import Testing

@Suite("Pictures as sixels", .serialized)
struct TerminalSixelTests {
  private static let fence = "\u{1B}[?62;4;22c"
  private static let question = "\u{1B}[>q\u{1B}[?1;1;0S\u{1B}[?2;4;0S\u{1B}[16t\u{1B}[c"
  private static let sixels = "\u{1B}P0;1;0q"
  private static let end = "\u{1B}\\\u{1B}8"
  private static let others = "\u{F}"
  private static let down = "\u{E}"
  private static let cover = "\u{14}"

  /// Shows the first picture to a terminal that supports sixels.
  ///
  /// - Parameter answer: its answer to the query.
  private func asked(_ answer: String) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.probe])
    try terminal.until("ready 80x24")
    terminal.ignoresCommands = true
    try terminal.type(Self.others)
    try answerQuestions(in: terminal, answer)
    return terminal
  }

  private func answerQuestions(in terminal: VirtualTerminal, after start: Int = 0, _ answer: String) throws {
    try terminal.until("the question") { $0.output(after: start).contains("AAAA\u{1B}\\\u{1B}8\u{1B}[c") }
    try terminal.type(Self.fence)
    try terminal.until("the second question") { $0.output(after: start).contains(Self.question) }
    try terminal.type(answer + Self.fence)
  }

  private func shown() throws -> VirtualTerminal {
    let terminal = try asked("\u{1B}[?1;0;256S\u{1B}[?2;0;1000;1000S\u{1B}[6;16;8t")
    try terminal.until("the picture") {
      $0.output(after: 0).contains(Self.end) && pictures(in: $0) == ["5;5 256x192"]
    }
    return terminal
  }

  /// The pictures drawn after this many bytes, with their positions.
  private func pictures(in terminal: VirtualTerminal, after start: Int = 0) -> [String] {
    terminal.output(after: start).matches(of: /\e\[(\d+;\d+)H\eP0;1;0q"1;1;(\d+);(\d+)/).map {
      "\($0.1) \($0.2)x\($0.3)"
    }
  }

  private func untilDrawn(_ terminal: VirtualTerminal, after start: Int, _ what: [String]) throws {
    try terminal.until("\(what)") { pictures(in: $0, after: start) == what }
  }

  @Test("A terminal with sixels is queried, and pictures are drawn in its pixels")
  func drawn() throws {
    let terminal = try shown()
    let text = terminal.output(after: 0)
    let first = try #require(text.firstRange(of: "\u{1B}7\u{1B}[r\u{1B}[5;5H" + Self.sixels))
    #expect(text[..<first.lowerBound].contains("▀"))
    try terminal.until("all of it") { $0.output(after: 0).hasSuffix(Self.end) }
    // Keys that do not change its rows cause no output for it.
    try terminal.type(String(repeating: Self.down, count: 4))
    try terminal.until("the move") { pictures(in: $0).last == "9;5 256x192" }
    let start = terminal.output.count
    try terminal.type("y", until: "key y")
    try terminal.untilAtRest()
    #expect(pictures(in: terminal, after: start).isEmpty)
  }

  @Test("Moving, covering and leaving a picture rewrites its rows")
  func moved() throws {
    let terminal = try shown()
    var start = terminal.output.count
    try terminal.type(Self.down)
    try untilDrawn(terminal, after: start, ["6;5 256x192"])
    start = terminal.output.count
    try terminal.type(Self.cover, until: "words over it")
    try terminal.untilAtRest()
    #expect(pictures(in: terminal, after: start).isEmpty)
    // Its last row too, in which nothing changed.
    #expect(terminal.output(after: start).count { $0 == "▀" } >= 32 * 11)
    start = terminal.output.count
    try terminal.type(Self.cover)
    try untilDrawn(terminal, after: start, ["6;5 256x192"])
    // Clipped at the bottom of the picture area.
    start = terminal.output.count
    try terminal.type(String(repeating: Self.down, count: 5))
    try terminal.until("the cut") { pictures(in: $0, after: start).last == "11;5 256x176" }
  }

  @Test("Two pictures are drawn one after the other, and transparency shows the background")
  func two() throws {
    let terminal = try shown()
    let start = terminal.output.count
    try terminal.type(Self.others)
    // The rows of the first one are unchanged: the cells of the second one are blank.
    try terminal.untilAtRest()
    #expect(pictures(in: terminal, after: start) == ["5;45 192x192"])
    #expect(terminal.line(6).contains("▀") && !terminal.line(6).dropFirst(40).contains("▀"))
  }

  @Test("A redraw or resize draws the picture again")
  func anew() throws {
    let terminal = try shown()
    var start = terminal.output.count
    try terminal.type("\u{12}")
    try untilDrawn(terminal, after: start, ["5;5 256x192"])
    start = terminal.output.count
    terminal.resize(columns: 70, rows: 20)
    try terminal.until("the other size") { pictures(in: $0, after: start).last == "5;5 256x192" }
  }

  @Test(
    "A terminal without a valid cell size, or whose largest sixel image is too small, gets blocks",
    arguments: [
      "", "\u{1B}[6;0;0t", "\u{1B}[6;t", "\u{1B}[6;99999999999999999999;99999999999999999999t",
      "\u{1B}[4;400;800t", "\u{1B}[6;16;8t\u{1B}[?2;0;255;1000S",
    ])
  func withoutSize(answer: String) throws {
    let terminal = try asked(answer + "x")
    try terminal.until("key x")
    try terminal.type(Self.down + "y", until: "key y")
    try terminal.untilAtRest()
    #expect(terminal.line(6).contains("▀▀▀▀") && !terminal.output(after: 0).contains(Self.sixels))
  }

  @Test(
    "A terminal with few colours still gets a picture", arguments: ["1", "16", "0", "99999999999999999999"])
  func colors(count: String) throws {
    let terminal = try asked("\u{1B}[?1;0;\(count)S\u{1B}[6;16;8t")
    try terminal.until("the picture") {
      $0.output(after: 0).contains(Self.end) && pictures(in: $0) == ["5;5 256x192"]
    }
  }

  @Test("A cell size reported after the last answer is ignored")
  func late() throws {
    let terminal = try asked("x")
    try terminal.until("key x")
    // An unexpected answer.
    try terminal.type("\u{1B}[6;16;8ty", until: "key y")
    try terminal.untilAtRest()
    #expect(!terminal.output(after: 0).contains(Self.sixels))
  }

  @Test(
    "A picture in progress is finished before the program ends",
    arguments: [("\u{11}", 0), ("\u{5}", 0), ("", SIGTERM), ("\u{B}", 0), ("", SIGSEGV)] as [(String, Int32)])
  func ended(way: (keys: String, signal: Int32)) throws {
    let terminal = try shown()
    let start = terminal.output.count
    if way.signal != 0 { terminal.send(way.signal) } else { try terminal.type(way.keys) }
    _ = try terminal.end()
    let text = terminal.output(after: start)
    let left = try #require(text.firstRange(of: "\u{1B}[?1049l"))
    #expect(text[..<left.lowerBound].contains("\u{1B}\\") && !text.contains("\u{1B}_G"))
  }

  @Test("A child gets a terminal without pictures, and afterwards the terminal is queried again")
  func lent() throws {
    let terminal = try shown()
    var start = terminal.output.count
    try terminal.type("\u{16}", until: "child has it: icanon")
    #expect(!terminal.output(after: start).contains(Self.sixels))
    start = terminal.output.count
    try terminal.type("\n", until: "child ended 0")
    try answerQuestions(in: terminal, after: start, "\u{1B}[6;20;10t")
    try untilDrawn(terminal, after: start, ["5;5 320x240"])
  }

  @Test("A slow terminal gets whole pictures, and the keys after them work")
  func slow() throws {
    let terminal = try shown()
    try terminal.type(Self.others + Self.others + "x", until: "key x")
    try terminal.until("the picture") {
      pictures(in: $0).last == "5;5 192x192" && $0.output(after: 0).hasSuffix(Self.end)
    }
  }
}
