import Glibc
import ProgramTerminal
import Testing

@Suite("Giving the terminal back", .serialized)
struct InkwellEndingTests {
  func expectRestored(_ terminal: VirtualTerminal, after start: Int) {
    #expect(terminal.isCooked)
    let said = terminal.output(after: start)
    for sequence in ["?2004l", "?1004l", ">4m", "<u", "?1049l"] {
      #expect(said.contains("\u{1B}[\(sequence)"), "\(sequence) in \(said.debugDescription)")
    }
  }

  @Test(
    "A request to end gives status 0 and restores the terminal",
    arguments: [0, SIGTERM, SIGHUP, SIGINT])
  func asked(signal: Int32) throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("words", until: "✎ words")
    let start = terminal.output.count
    if signal == 0 { try terminal.type(Keys.leave) } else { terminal.send(signal) }
    #expect(try terminal.end() == 0)
    expectRestored(terminal, after: start)
    #expect(!terminal.shows("words"))
  }

  @Test(
    "A crash restores the terminal, and the parent sees the signal",
    arguments: [SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE])
  func crash(signal: Int32) throws {
    let terminal = try VirtualTerminal.inkwell()
    let start = terminal.output.count
    terminal.send(signal)
    #expect(try terminal.end() == 128 + signal)
    expectRestored(terminal, after: start)
  }

  @Test(
    "A request to end during an editor is passed on, and the text in its file is kept",
    arguments: [SIGTERM, SIGHUP])
  func askedWhileLent(signal: Int32) throws {
    let home = Scratch()
    let editor = home.editor(
      "trap 'echo words and more >\"$1\"; exit 3' TERM HUP; echo the editor has it; while read -r line; do :; done"
    )
    let terminal = try VirtualTerminal.inkwell(home: home, environment: ["EDITOR": editor])
    try terminal.type("words\(Keys.editor)", until: "the editor has it")
    terminal.send(signal)
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ words and more")
  }

  @Test("An editor that ignores the request is left running, and the text in its file is kept")
  func stubbornEditor() throws {
    let home = Scratch()
    let editor = home.editor(
      "trap '' TERM; echo words in the file >\"$1\"; echo the editor has it; while read -r line; do :; done")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": editor, "TMPDIR": home.path])
    try terminal.type("words\(Keys.editor)", until: "the editor has it")
    terminal.send(SIGTERM)
    #expect(try terminal.endUnread() == 0)
    #expect(terminal.isCooked)
    // It may still be writing to its file.
    #expect(home.files.contains { $0.hasSuffix(".md") })
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ words in the file")
  }

  @Test("An editor that ends without saving leaves its file, and the last line of output names it")
  func unsavedEditor() throws {
    let home = Scratch()
    let editor = home.editor("echo the editor has it; while read -r line; do :; done")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": "exec \(editor)", "TMPDIR": home.path])
    try terminal.type("words\(Keys.editor)", until: "the editor has it")
    terminal.send(SIGTERM)
    #expect(try terminal.end() == 74)
    #expect(terminal.text.contains("inkwell: not everything was saved: the editor"))
    #expect(home.files.contains { $0.hasSuffix(".md") })
  }

  @Test("A hang-up ends the program")
  func lostLine() throws {
    let terminal = try VirtualTerminal.inkwell()
    terminal.hangUp()
    #expect(try terminal.end() == 0)
  }
}
