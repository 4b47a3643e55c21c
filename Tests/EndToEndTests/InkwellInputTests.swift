import Glibc
import ProgramTerminal
import Testing

@Suite("Input bytes", .serialized)
struct InkwellInputTests {
  @Test("A paste that contains its own end marker sends nothing")
  func hostilePaste() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("\u{1B}[200~safe\u{1B}[201~ words\rand more\r\u{1B}[201~", until: "and more")
    try terminal.untilAtRest()
    #expect(terminal.shows("safe words") && !terminal.shows("you          safe"))
    try terminal.type("\u{3}", until: "keys are keys again") { !$0.shows("and more") }
  }

  @Test(
    "A paste without an end marker is reported and kept, however the program ends",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func unfinishedPaste(signal: Int32) throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("before \u{1B}[200~half a paste", until: "Pasting…")
    terminal.send(signal)
    #expect(try terminal.end() == 0)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ before half a paste")
  }

  @Test("A hang-up during a paste loses none of it")
  func lostLine() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("\u{1B}[200~half a paste", until: "Pasting…")
    terminal.hangUp()
    #expect(try terminal.end() == 0)
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("┤ half a paste")
  }

  /// ncurses moves right by rewriting the cells in between, and for the second half of a flag it would write blanks.
  @Test("The cursor moves over a flag, and the flag stays")
  func flag() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("ab 🇩🇪 cd efg", until: "cd efg")
    // The sidebar shows the text as well, and flags are written last.
    try terminal.untilAtRest()
    let row = terminal.cursor.row
    let column = try #require((0..<80).first { terminal.letters($0, row) == "🇩" })
    try terminal.type("\u{1}", until: "the beginning") { $0.cursor.column == column - 3 }
    for step in [column - 2, column - 1, column, column + 2, column + 3] {
      try terminal.type("\u{1B}[C", until: "a step to \(step)") { $0.cursor.column == step }
      #expect(terminal.letters(column, row) == "🇩" && terminal.letters(column + 1, row) == "🇪")
    }
    try terminal.type("\u{1B}b\u{1B}b\u{1B}f\u{5}", until: "the end") { $0.cursor.column == column + 9 }
    #expect(terminal.letters(column, row) == "🇩" && terminal.letters(column + 1, row) == "🇪")
  }

  @Test("After a pause an unfinished paste is in the draft, and keys work again")
  func silentPaste() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("\u{1B}[200~half a paste", until: "✎ half a paste")
    #expect(!terminal.shows("Pasting…"))
    try terminal.type("!", until: "half a paste!")
    try terminal.type(Keys.enter, until: "you          half a paste!")
  }

  @Test("Tab and Enter in one read send a mention")
  func oneRead() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("slow @ale\t\r", until: "you          slow Alex Dunn")
  }

  @Test("An old terminal is restored according to its description, without delays")
  func delays() throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["TERM": "vt100"])
    try terminal.type(Keys.leave)
    #expect(try terminal.end() == 0)
    #expect(!terminal.output(after: 0).contains("$<"))
    #expect(terminal.output(after: 0).contains("\u{1B}[m\u{F}"), "attributes end all the same")
  }

  @Test("A delayed deletion survives a crash")
  func killedWhileWaiting() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(columns: 120, home: home)
    try terminal.type("regrets\r", until: "you             regrets")
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("d")
    try terminal.confirm("Delete this message?")
    try terminal.until("undoes it")
    terminal.send(SIGKILL)
    #expect(try terminal.end() == 128 + SIGKILL)
    let second = try VirtualTerminal.inkwell(columns: 120, home: home)
    try second.type("\u{18}u", until: "Undone: the message stays")
  }
}
