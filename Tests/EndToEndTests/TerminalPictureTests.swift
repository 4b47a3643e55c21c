import Glibc
import ProgramTerminal
import Testing

@Suite("Pictures in kitty's protocol", .serialized)
struct TerminalPictureTests {
  private static let fence = "\u{1B}[?62;c"
  private static let command = "\u{1B}_G"
  private static let leaving = "\u{1B}\\\u{1B}_Gm=0,q=2\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
  private static let others = "\u{F}"
  private static let down = "\u{E}"
  private static let cover = "\u{14}"

  private func started(_ environment: [String: String] = [:]) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.probe], environment: environment)
    try terminal.until("ready 80x24")
    return terminal
  }

  /// Shows the first picture, and answers that the terminal supports it.
  private func shown() throws -> VirtualTerminal {
    let terminal = try started()
    terminal.ignoresCommands = true
    try terminal.type(Self.others)
    try terminal.type("\u{1B}_Gi=\(try questionNumber(in: terminal));OK\u{1B}\\" + Self.fence)
    try terminal.until("the picture") { $0.output(after: 0).contains("\u{1B}_Ga=p,") }
    return terminal
  }

  /// The number of the last query.
  private func questionNumber(in terminal: VirtualTerminal, after start: Int = 0) throws -> String {
    try terminal.until("the question") {
      $0.output(after: start).contains("a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}8\u{1B}[c")
    }
    let text = terminal.output(after: start)
    let question = try #require(text.ranges(of: "\u{1B}_Gi=").last)
    return String(text[question.upperBound...].prefix { $0.isNumber })
  }

  /// The picture commands after this many bytes.
  private func commands(in terminal: VirtualTerminal, after start: Int = 0) -> [String] {
    terminal.output(after: start).split(separator: Self.command).dropFirst().map {
      String($0.prefix { $0 != "\u{1B}" && $0 != ";" })
    }
  }

  @Test("The first picture queries the terminal once, after its blocks; without a picture there is no query")
  func question() throws {
    let terminal = try started()
    try terminal.type("ab", until: "key b")
    #expect(
      !terminal.output(after: 0).contains(Self.command) && !terminal.output(after: 0).contains("\u{1B}[c"))
    let start = terminal.output.count
    try terminal.type(Self.others)
    _ = try questionNumber(in: terminal, after: start)
    let text = terminal.output(after: start)
    let question = try #require(text.firstRange(of: Self.command))
    #expect(text[..<question.lowerBound].contains("▀") && terminal.line(5).contains("▀▀▀▀"))
    try terminal.type(Self.fence + Self.down + "x", until: "key x")
    try terminal.untilAtRest()
    #expect(commands(in: terminal).count == 1, "a terminal that does not know them gets none")
    // libvterm prints unknown commands as text, like some terminals: no text is left.
    #expect(terminal.line(0) == "ready 80x24" && !terminal.text.contains("AAAA"), "\(terminal.text)")
  }

  @Test("tmux, screen and the Linux console are not queried")
  func inside() throws {
    for environment in [
      ["TMUX": "/tmp/tmux,1,0"], ["TERM": "screen-256color"], ["TERM": "tmux-256color"], ["TERM": "linux"],
      ["STY": "1.x"],
    ] {
      let terminal = try started(environment)
      try terminal.type(Self.others + "x", until: "key x")
      try terminal.untilAtRest()
      #expect(terminal.line(5).contains("▀▀") && !terminal.output(after: 0).contains(Self.command))
    }
  }

  @Test("With 64 colour pairs, text below a colourful picture keeps its colours")
  func fewPairs() throws {
    let terminal = try started(["TERM": "xterm", "COLORTERM": ""])
    try terminal.type("\u{6}x", until: "key x")
    for number in 1...3 {
      let start = terminal.output.count
      try terminal.type("\u{15}", until: "the count") { $0.line(22).contains("\(number)") }
      #expect(terminal.output(after: start).contains("\u{1B}[33m"), "\(number)")
      try terminal.type(Self.down + "y", until: "key y")
      try terminal.untilAtRest()
    }
    #expect(terminal.line(9).contains("▀▀▀▀"))
  }

  @Test("A picture is sent once, moved by its placement, and removed with the frame")
  func placed() throws {
    let terminal = try shown()
    #expect(commands(in: terminal).contains { $0.hasPrefix("a=t,f=32,s=64,v=48,i=1,q=2") })
    #expect(
      terminal.output(after: 0).contains("\u{1B}[5;5H\u{1B}_Ga=p,i=1,p=1,x=0,y=0,w=64,h=48,c=32,r=12,C=1,q=2")
    )
    var start = terminal.output.count
    try terminal.type(Self.down, until: "the move") { $0.output(after: start).contains("p=2") }
    #expect(
      commands(in: terminal, after: start) == [
        "a=d,d=i,i=1,p=1,q=2", "a=p,i=1,p=2,x=0,y=0,w=64,h=48,c=32,r=12,C=1,q=2",
      ])
    start = terminal.output.count
    try terminal.type(Self.cover, until: "words over it") {
      $0.text.contains("words over it") && $0.output(after: start).contains("p=2")
    }
    #expect(commands(in: terminal, after: start) == ["a=d,d=i,i=1,p=2,q=2"])
    start = terminal.output.count
    try terminal.type(Self.cover + "x", until: "the picture") { $0.output(after: start).contains("p=3") }
    // Keys that do not change it cause no output for it.
    start = terminal.output.count
    try terminal.type("yz", until: "key z")
    #expect(commands(in: terminal, after: start).isEmpty)
    // Clipped at the bottom of the picture area.
    start = terminal.output.count
    try terminal.type(String(repeating: Self.down, count: 6))
    try terminal.until("the cut") { $0.output(after: start).contains("y=0,w=64,h=40,c=32,r=10") }
  }

  @Test("A redraw sends the picture again")
  func anew() throws {
    let terminal = try shown()
    var start = terminal.output.count
    try terminal.type("\u{12}", until: "all of it") { $0.output(after: start).contains("\u{1B}_Ga=p,") }
    let commands = commands(in: terminal, after: start)
    #expect(
      commands.first == "a=d,d=I,i=1,q=2" && commands.contains { $0.hasPrefix("a=t,f=32,s=64,v=48,i=2") })
    start = terminal.output.count
    terminal.resize(columns: 70, rows: 20)
    try terminal.until("the other size") { $0.output(after: start).contains("r=12,C=1") }
    #expect(self.commands(in: terminal, after: start).first == "a=d,d=I,i=2,q=2")
  }

  @Test("A transparent picture shows the background, not its blocks")
  func seenThrough() throws {
    let terminal = try shown()
    let start = terminal.output.count
    try terminal.type(Self.others, until: "both") { $0.output(after: start).contains("\u{1B}_Ga=p,i=2") }
    #expect(terminal.line(6).contains("▀") && !terminal.line(6).dropFirst(40).contains("▀"))
    try terminal.type(Self.cover, until: "words over it")
    #expect(!terminal.line(6).dropFirst(40).contains("▀"), "the other one is not covered")
  }

  @Test(
    "No picture is left, however the program ends",
    arguments: [
      ("\u{11}", 0), ("\u{5}", 0), ("", SIGTERM), ("", SIGHUP), ("\u{B}", 0), ("", SIGSEGV), ("", SIGQUIT),
      ("", SIGUSR1),
    ] as [(String, Int32)])
  func ended(way: (keys: String, signal: Int32)) throws {
    let terminal = try shown()
    let start = terminal.output.count
    if way.signal != 0 { terminal.send(way.signal) } else { try terminal.type(way.keys) }
    _ = try terminal.end()
    let text = terminal.output(after: start)
    let end = try #require(text.firstRange(of: Self.leaving))
    let left = try #require(text.firstRange(of: "\u{1B}[?1049l"))
    #expect(end.upperBound <= left.lowerBound && text.ranges(of: Self.leaving).count == 1)
  }

  @Test("A program without pictures ends as before")
  func without() throws {
    let terminal = try started()
    try terminal.type(Self.others)
    _ = try questionNumber(in: terminal)
    try terminal.type(Self.fence)
    let start = terminal.output.count
    try terminal.type("\u{11}")
    _ = try terminal.end()
    #expect(!terminal.output(after: start).contains(Self.command))
  }

  @Test("A child gets a terminal without pictures, and afterwards the terminal is queried again")
  func lent() throws {
    let terminal = try shown()
    var start = terminal.output.count
    try terminal.type("\u{16}", until: "child has it: icanon")
    #expect(terminal.output(after: start).contains(Self.leaving))
    start = terminal.output.count
    try terminal.type("\n", until: "child ended 0")
    let number = try questionNumber(in: terminal, after: start)
    #expect(commands(in: terminal, after: start).count == 1)
    try terminal.type("\u{1B}_Gi=\(number);OK\u{1B}\\" + Self.fence)
    try terminal.until("the picture") { $0.output(after: start).contains("\u{1B}_Ga=p,") }
  }

  @Test("Keys typed during the terminal's answer keep their order, and no answer becomes a key")
  func typed() throws {
    let terminal = try started()
    terminal.ignoresCommands = true
    // Below the list of keys.
    try terminal.type(String(repeating: Self.down, count: 4) + Self.others)
    let number = try questionNumber(in: terminal)
    try terminal.type("a\u{1B}_Gi=\(number);OK\u{1B}\\b\(Self.fence)c", until: "key c")
    // Expected or not, late or damaged, with another number or twice.
    for answer in ["_Gi=\(number);OK", "_Gi=1;OK", "_Gi=\(number);ENOENT:no", "_GGG", "_Gi=\(number)"] {
      try terminal.type("\u{1B}\(answer)\u{1B}\\")
    }
    try terminal.type("d", until: "key d")
    let keys = terminal.text.split(separator: "\n").filter { $0.hasPrefix("key ") }.map {
      $0.dropFirst(4).prefix(1)
    }
    #expect(keys == ["a", "b", "c", "d"], "\(terminal.text)")
    #expect(commands(in: terminal).contains { $0.hasPrefix("a=p") })
  }

  @Test("A terminal that stops reading inside a picture blocks neither keys nor the end")
  func stuck() throws {
    let terminal = try shown()
    try terminal.type(Self.others, until: "the second") { $0.output(after: 0).contains("\u{1B}_Ga=p,i=2") }
    let start = terminal.output.count
    try terminal.type(Self.others)
    try terminal.until("its beginning") { $0.output(after: start).contains("s=320,v=320") }
    terminal.send(SIGTERM)
    #expect(try terminal.endUnread() == 143)
  }

  @Test("A slow terminal gets the whole picture, and the keys after it work")
  func slow() throws {
    let terminal = try shown()
    try terminal.type(Self.others + Self.others + "x", until: "key x")
    try terminal.until("the picture") { $0.output(after: 0).contains("w=320,h=320,c=24,r=12") }
    #expect(commands(in: terminal).count { $0 == "q=2,m=1" || $0 == "q=2,m=0" } >= 133)
  }
}
