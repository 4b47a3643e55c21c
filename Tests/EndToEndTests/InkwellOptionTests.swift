import Glibc
import ProgramTerminal
import Testing

@Suite("Options that do not start the screen", .serialized)
struct InkwellOptionTests {
  /// Runs a shell command with its output in files, and shows its status.
  func run(_ command: String, home: Scratch, environment: [String: String] = [:]) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal(
      ["/bin/sh", "-c", "cd '\(home.path)'; inkwell='\(BuiltProgram.inkwell)'; \(command); echo status $?"],
      home: home, environment: environment)
    _ = try terminal.end()
    return terminal
  }

  @Test("--keydump shows the keys, restores the terminal, and prints them")
  func keyDump() throws {
    let terminal = try VirtualTerminal([
      "/bin/sh", "-c", "'\(BuiltProgram.inkwell)' --keydump; echo status $?",
    ])
    try terminal.until("what this terminal sends")
    try terminal.type("\u{1B}[1;5A\u{18}", until: "begins C-x")
    try terminal.type("\u{3}", until: "C-x C-c: global.quit")
    try terminal.type("é\u{1B}")
    // Only the pause after it identifies Escape.
    try terminal.until("Esc")
    try terminal.type("q")
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
    #expect(terminal.shows("1b 5b 31 3b 35 41", "C-Up", "c3 a9", "status 0"))
    #expect(!terminal.shows("what this terminal sends"))
  }

  @Test("--keydump ends with two C-c and with SIGTERM", arguments: [true, false])
  func keyDumpEnds(byKey: Bool) throws {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--keydump"])
    try terminal.until("what this terminal sends")
    if byKey { try terminal.type("\u{3}\u{3}") } else { terminal.send(15) }
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
  }

  @Test("--keydump without a terminal gives a sentence and status 69")
  func keyDumpWithoutTerminal() throws {
    let terminal = try run("$inkwell --keydump </dev/null", home: Scratch())
    #expect(terminal.text.hasPrefix("inkwell: input and output must be a terminal\nstatus 69"))
  }

  @Test("Drafts are exported while another process has the profile open, and afterwards")
  func export() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("Hey @ale", until: "›Alex Dunn")
    try terminal.type("\(Keys.tab)see you", until: "Hey Alex Dunn see you")
    let during = try run(
      "$inkwell --export-drafts json >json; echo status $?; $inkwell --export-drafts text", home: home)
    #expect(during.shows("status 0\n== ", "Hey Alex Dunn <@", "see you", "status 0"))
    #expect(!during.shows("journal"), "an open profile is halfway between two states")
    let json = try #require(home.text(of: "json"))
    for part in [#""profile": "demo""#, #""channel": "general""#, #""text": "Alex Dunn""#, #""user": "#] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
    #expect(!json.contains("history"))
    try terminal.type(Keys.enter, until: "the message is sent") { !$0.shows("✎ Hey") }
    try terminal.type(Keys.leave)
    _ = try terminal.end()
    let after = try run("$inkwell --export-drafts=json --history >json", home: home)
    #expect(after.shows("status 0"))
    let history = try #require(home.text(of: "json"))
    #expect(history.contains(#""drafts": []"#), "\(history)")
    #expect(history.contains(#""reason": "sent""#), "\(history)")
  }

  @Test("An export of a damaged profile says that it may be incomplete, and damages nothing more")
  func exportDamaged() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(home: home)
    try terminal.type("words", until: "✎ words")
    terminal.send(SIGKILL)
    _ = try terminal.end()
    let whole = try run("$inkwell --export-drafts text", home: home)
    #expect(whole.shows("words", "status 0") && !whole.shows("inkwell:"))
    let damaged = try run(
      "rm .local/state/inkwell/demo/store.db-wal; $inkwell --export-drafts text; ls .local/state/inkwell/demo",
      home: home)
    #expect(damaged.shows("The journal of the drafts file is missing", "status 0"))
    #expect(!damaged.shows("damaged-"))
    let gone = try run(
      "rm .local/state/inkwell/demo/store.db; $inkwell --export-drafts text", home: home)
    #expect(gone.shows("was empty or missing", "start of inkwell recovers", "status 66"))
  }

  @Test("An export of an empty profile says so with status 66 and creates nothing")
  func exportNothing() throws {
    let home = Scratch()
    let terminal = try run(
      "$inkwell --export-drafts json --profile nobody; echo status $?; test -e .local; echo made $?",
      home: home)
    #expect(terminal.shows("inkwell: the profile nobody has no data", "status 66", "made 1"))
  }

  @Test("An export that cannot be written says so with status 74")
  func exportToFullDisk() throws {
    let home = Scratch()
    let session = try VirtualTerminal.inkwell(home: home)
    try session.type("words", until: "✎ words")
    try session.type(Keys.leave)
    _ = try session.end()
    let terminal = try run("$inkwell --export-drafts text >/dev/full", home: home)
    #expect(terminal.shows("inkwell: not all of it could be written", "status 74"))
  }

  @Test(
    "Failed output gives status 74",
    arguments: ["--help", "--version", "--print-keys", "--print-config", "--check-config"])
  func printToFullDisk(option: String) throws {
    let terminal = try run("$inkwell \(option) >/dev/full", home: Scratch())
    #expect(terminal.shows("inkwell: not all of it could be written", "status 74"))
  }

  @Test("The log records events without any message text, and the terminal shows none of it")
  func log() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--quiet", "--log-file", home.file("log"), "--log-level=debug"], home: home)
    try terminal.until("the first channel") { $0.shows("→ #general", "demo") }
    try terminal.type("unspeakable", until: "✎ unspeakable")
    try terminal.type(Keys.enter, until: "the message is sent") { !$0.shows("✎ unspeakable") }
    try terminal.untilAtRest()
    try terminal.type(Keys.leave)
    #expect(try terminal.end() == 0)
    let log = try #require(home.text(of: "log"))
    for part in [
      "inkwell 0.1.0 started, profile demo", "connection: online", "send, pendingSend", ": done, is ",
      "info ended",
    ] {
      #expect(log.contains(part), "\(part) in \(log)")
    }
    #expect(!log.contains("unspeakable"))
    #expect(!terminal.output(after: 0).contains("started, profile"))
  }

  @Test(
    "A log that cannot be written gives a sentence and status 73 before the screen starts",
    arguments: [("/no/such/folder/log", "cannot be written"), ("/dev/tty", "is a terminal")])
  func logNowhere(path: String, reason: String) throws {
    let terminal = try run("$inkwell --log-file \(path)", home: Scratch())
    #expect(terminal.shows("inkwell: \(path) \(reason)", "status 73"))
    #expect(terminal.isCooked)
  }
}
