import Glibc
import ProgramTerminal
import Testing

@Suite("Restoring the terminal", .serialized)
struct TerminalRestoringTests {
  /// The sequences that must be undone, by the ones that undo them.
  static let undoing = ["?2004l", "?1004l", "?1000l", "?1002l", "?1006l", ">4m", "<u", "?1049l"]

  func started() throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.probe, "--mouse"])
    try terminal.until("ready 80x24")
    #expect(!terminal.isCooked)
    return terminal
  }

  func expectRestored(_ terminal: VirtualTerminal, after start: Int) {
    #expect(terminal.isCooked)
    let said = terminal.output(after: start)
    for sequence in Self.undoing {
      #expect(said.contains("\u{1B}[\(sequence)"), "\(sequence) in \(said.debugDescription)")
    }
    // The title is cleared for terminals that cannot restore the previous one, and then restored.
    #expect(said.contains("\u{1B}]2;\u{7}\u{1B}[23;0t"), "\(said.debugDescription)")
  }

  @Test(
    "The terminal is restored, however the program ends",
    arguments: [
      ("\u{11}", 0, 0), ("\u{5}", 0, 3), ("", SIGTERM, 143), ("", SIGINT, 143), ("", SIGHUP, 1),
      ("\u{B}", 0, -1), ("", SIGSEGV, 128 + SIGSEGV), ("", SIGABRT, 128 + SIGABRT),
      ("", SIGQUIT, 128 + SIGQUIT), ("", SIGUSR1, 128 + SIGUSR1), ("", SIGUSR2, 128 + SIGUSR2),
      ("", SIGALRM, 128 + SIGALRM), ("", SIGVTALRM, 128 + SIGVTALRM), ("", SIGXCPU, 128 + SIGXCPU),
    ] as [(String, Int32, Int32)])
  func restored(way: (keys: String, signal: Int32, status: Int32)) throws {
    let terminal = try started()
    let start = terminal.output.count
    if way.signal != 0 { terminal.send(way.signal) } else { try terminal.type(way.keys) }
    let status = try terminal.end()
    if way.status >= 0 {
      #expect(status == way.status)
    } else {
      #expect(status == 128 + SIGILL || status == 128 + SIGTRAP)
    }
    expectRestored(terminal, after: start)
  }

  @Test("All rows scroll, whatever size the description gives, also afterwards")
  func scrolling() throws {
    let terminal = try VirtualTerminal([BuiltProgram.probe], columns: 80, rows: 40)
    try terminal.until("ready 80x40")
    #expect(terminal.output(after: 0).contains("\u{1B}[1;40r"))
    #expect(!terminal.output(after: 0).contains("\u{1B}[1;24r"))
    terminal.resize(columns: 80, rows: 50)
    try terminal.until("resized 80x50")
    let start = terminal.output.count
    try terminal.type("\u{11}")
    #expect(try terminal.end() == 0)
    #expect(terminal.output(after: start).contains("\u{1B}[r\u{1B}[?1049l"))
  }

  @Test("The message of a crash is on the main screen")
  func message() throws {
    let terminal = try started()
    try terminal.type("\u{B}")
    _ = try terminal.end()
    #expect(terminal.text.contains("the probe was asked to crash"))
    #expect(!terminal.text.contains("ready"))
  }

  @Test("A hang-up ends the program")
  func lostLine() throws {
    let terminal = try started()
    terminal.hangUp()
    #expect(try terminal.end() != 0)
  }

  @Test("Without a terminal the program says so and changes nothing")
  func noTerminal() throws {
    let terminal = try VirtualTerminal(["/bin/sh", "-c", "'\(BuiltProgram.probe)' </dev/null; echo $?"])
    try terminal.until("69")
    #expect(terminal.text.contains("notATerminal"))
  }

  @Test("A terminal without a description is reported by name")
  func unknown() throws {
    let terminal = try VirtualTerminal([BuiltProgram.probe], environment: ["TERM": "no-such"])
    #expect(try terminal.end() == 69)
    #expect(terminal.text.contains(#"unknownTerminal("no-such")"#))
    #expect(terminal.isCooked)
  }

  @Test("A child gets a normal terminal, and afterwards the screen returns")
  func lending() throws {
    let terminal = try started()
    try terminal.type("\u{16}", until: "child has it: icanon")
    #expect(terminal.isCooked)
    // A resize during the child is noticed afterwards.
    terminal.resize(columns: 60, rows: 20)
    try terminal.type("\n", until: "child ended 0")
    try terminal.until("resized 60x20")
    #expect(!terminal.isCooked)
    #expect(!terminal.text.contains("child has it"))
  }

  @Test(
    "After a child, a fatal signal still restores the terminal",
    arguments: [SIGQUIT, SIGUSR1])
  func signalAfterChild(signal: Int32) throws {
    let terminal = try started()
    try terminal.type("\u{16}", until: "child has it: icanon")
    // C-\ reaches only the child.
    terminal.send(SIGQUIT)
    try terminal.type("\n", until: "child ended 0")
    #expect(!terminal.isCooked)
    let start = terminal.output.count
    terminal.send(signal)
    #expect(try terminal.end() == 128 + signal)
    expectRestored(terminal, after: start)
  }

  @Test("C-c in a child ends the child and not the program")
  func interruptedChild() throws {
    let terminal = try started()
    try terminal.type("\u{16}", until: "child has it: icanon")
    try terminal.type("\u{3}", until: "child ended 130")
    #expect(!terminal.isCooked)
  }
}
