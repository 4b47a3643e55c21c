import Glibc
import ProgramTerminal
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

  @Test(
    "Asked to end while an editor has the terminal, it asks the editor, and keeps what its file says then",
    arguments: [SIGTERM, SIGHUP])
  func askedWhileLent(signal: Int32) throws {
    let home = Scratch()
    let editor = home.editor(
      "trap 'echo words and more >\"$1\"; exit 3' TERM HUP; echo the editor has it; while read -r line; do :; done"
    )
    let terminal = try VirtualTerminal.inkwell(home: home, environment: ["EDITOR": editor])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("the editor has it")
    terminal.send(signal)
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ words and more")
  }

  @Test("An editor that does not end when it is asked to is left alone, and what its file says is kept")
  func stubbornEditor() throws {
    let home = Scratch()
    let editor = home.editor(
      "trap '' TERM; echo words in the file >\"$1\"; echo the editor has it; while read -r line; do :; done")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": editor, "TMPDIR": home.path])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("the editor has it")
    terminal.send(SIGTERM)
    #expect(try terminal.endUnread() == 0)
    #expect(terminal.isCooked)
    // It may still be writing to its file.
    #expect(home.files.contains { $0.hasSuffix(".md") })
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ words in the file")
  }

  @Test("An editor that ends without saving leaves its file, and the way out says where it is")
  func unsavedEditor() throws {
    let home = Scratch()
    let editor = home.editor("echo the editor has it; while read -r line; do :; done")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": "exec \(editor)", "TMPDIR": home.path])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("the editor has it")
    terminal.send(SIGTERM)
    #expect(try terminal.end() == 74)
    #expect(terminal.text.contains("inkwell: not everything was saved: the editor"))
    #expect(home.files.contains { $0.hasSuffix(".md") })
  }

  @Test("A line that is lost ends it")
  func lostLine() throws {
    let terminal = try VirtualTerminal.inkwell()
    terminal.hangUp()
    #expect(try terminal.end() == 0)
  }
}
