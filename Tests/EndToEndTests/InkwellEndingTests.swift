import Glibc
import Testing

@Suite("The built program gives the terminal back", .serialized)
struct InkwellEndingTests {
  func expectRestored(_ terminal: VirtualTerminal, after start: Int) {
    #expect(terminal.isCooked)
    let said = terminal.output(after: start)
    for sequence in ["?2004l", "?1004l", ">4m", "<u", "?1049l"] {
      #expect(said.contains("\u{1B}[\(sequence)"), "\(sequence) in \(said.debugDescription)")
    }
  }

  @Test(
    "Whoever asks it to end finds status 0, and the terminal as it was",
    arguments: [0, SIGTERM, SIGHUP, SIGINT])
  func asked(signal: Int32) throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("words")
    try terminal.until("✎ words")
    let start = terminal.output.count
    if signal == 0 { try terminal.type(Keys.leave) } else { terminal.send(signal) }
    #expect(try terminal.end() == 0)
    expectRestored(terminal, after: start)
    #expect(!terminal.shows("words"))
  }

  @Test(
    "A crash gives the terminal back too, and whoever started the program sees the signal",
    arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE])
  func crash(signal: Int32) throws {
    let terminal = try VirtualTerminal.inkwell()
    let start = terminal.output.count
    terminal.send(signal)
    #expect(try terminal.end() == 128 + signal)
    expectRestored(terminal, after: start)
  }

  @Test("Asked to end while an editor has the terminal, it leaves both alone")
  func askedWhileLent() throws {
    let scratch = Scratch()
    let editor = scratch.editor("echo the editor has it; read -r line; echo done >'\(scratch.file("done"))'")
    let terminal = try VirtualTerminal.inkwell(environment: ["EDITOR": editor])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("the editor has it")
    terminal.send(SIGTERM)
    #expect(try terminal.endUnread() == 0)
    #expect(terminal.isCooked)
  }

  @Test("A line that is lost ends it")
  func lostLine() throws {
    let terminal = try VirtualTerminal.inkwell()
    terminal.hangUp()
    #expect(try terminal.end() == 0)
  }
}
