import ProgramTerminal
import Testing

@Suite("Line mode of the built program", .serialized)
struct InkwellPlainTests {
  private func start(
    _ home: Scratch = Scratch(), _ arguments: [String] = ["--plain"], environment: [String: String] = [:]
  ) throws -> VirtualTerminal {
    let profile = home.file(".local/state/inkwell/demo")
    home.makeFolders(profile)
    home.makeFile("\(profile)/toured")
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--quiet", "--seed", "1"] + arguments, columns: 100, rows: 50, home: home,
      environment: environment)
    try terminal.until("the first channel") {
      $0.shows("#general. Team-wide chat") && $0.line($0.cursor.row).hasPrefix("#general>")
    }
    return terminal
  }

  /// Control bytes in the output other than line ends, Backspace and the switches for bracketed paste.
  private func games(in terminal: VirtualTerminal) -> [UInt8] {
    let written = terminal.output(after: 0).replacing("\u{1B}[?2004h", with: "").replacing(
      "\u{1B}[?2004l", with: "")
    return written.utf8.filter { ($0 < 32 && ![8, 10, 13].contains($0)) || $0 == 127 }
  }

  @Test("Tab and Enter in one read send a mention")
  func oneRead() throws {
    let terminal = try start()
    try terminal.type("slow @ale\t\r", until: "the message") { $0.shows(": slow Alex Dunn", "\nSent\n") }
  }

  @Test("A whole conversation runs without an escape sequence, and the terminal is restored")
  func conversation() throws {
    let home = Scratch()
    let terminal = try start(home)
    try terminal.type("ask @ale", until: "people: Alex Dunn, 1 of ")
    try terminal.type(Keys.tab, until: "inserted Alex Dunn, a mention")
    try terminal.type("now\(Keys.enter)")
    try terminal.until("the message") { $0.shows("ask Alex Dunn now\n", "\nSent\n") }
    try terminal.type("a draft\(Keys.metaDown)", until: "draft kept in #general\n#help")
    try terminal.type(Keys.metaUp)
    try terminal.until("the draft") {
      $0.shows("draft: a draft") && $0.line($0.cursor.row) == "#general> a draft"
    }
    try terminal.type(Keys.leave)
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked && games(in: terminal).isEmpty, "\(games(in: terminal))")
    let again = try start(home)
    try again.until("the draft again") {
      $0.shows("draft: a draft") && $0.line($0.cursor.row) == "#general> a draft"
    }
  }

  @Test("A dumb terminal gets line mode by itself, with plain letters only")
  func dumb() throws {
    let terminal = try start(Scratch(), [], environment: ["TERM": "dumb"])
    try terminal.type("hello\(Keys.enter)", until: "Sent")
    try terminal.type(Keys.leave)
    #expect(try terminal.end() == 0)
    #expect(!terminal.output(after: 0).contains("\u{1B}") && games(in: terminal).isEmpty)
  }

  @Test("Pasted lines are not sent, and an editor returns the draft")
  func pasting() throws {
    let home = Scratch()
    let terminal = try start(home, environment: ["EDITOR": home.editor("printf 'from the editor' > \"$1\"")])
    try terminal.type(Keys.paste("one\ntwo"), until: "the second row") {
      $0.line($0.cursor.row) == "#general> two"
    }
    #expect(!terminal.shows("Sent"))
    try terminal.untilAtRest()
    try terminal.type(Keys.editor)
    try terminal.until("the words of the editor") { $0.line($0.cursor.row) == "#general> from the editor" }
  }

  @Test("A crash restores the terminal, and echoed text is saved")
  func killed() throws {
    let home = Scratch()
    let terminal = try start(home)
    try terminal.type("what was seen", until: "the echo") {
      $0.line($0.cursor.row) == "#general> what was seen"
    }
    terminal.send(9)
    #expect(try terminal.end() == 137)
    let again = try start(home)
    try again.until("the draft") { $0.line($0.cursor.row) == "#general> what was seen" }
    try again.type("\u{3}", until: "Put aside")
  }

  @Test("Without a terminal it says why it ends")
  func noTerminal() throws {
    let terminal = try VirtualTerminal([
      "/bin/sh", "-c", "'\(BuiltProgram.inkwell)' --plain </dev/null; echo status $?",
    ])
    _ = try terminal.end()
    #expect(terminal.text.hasPrefix("inkwell: input and output must be a terminal\nstatus 69"))
  }
}
