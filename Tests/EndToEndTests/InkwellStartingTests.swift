import Foundation
import ProgramTerminal
import Testing

@Suite("Startup", .serialized)
struct InkwellStartingTests {
  /// Runs a shell command and shows its output and status.
  func shown(by command: String, environment: [String: String] = [:]) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal(
      ["/bin/sh", "-c", "inkwell='\(BuiltProgram.inkwell)'; \(command); echo status $?"],
      environment: environment)
    _ = try terminal.end()
    #expect(terminal.isCooked)
    return terminal
  }

  @Test(
    "Without a terminal it prints a message and exits with status 69",
    arguments: ["$inkwell >/dev/null", "$inkwell </dev/null"])
  func noTerminal(command: String) throws {
    let terminal = try shown(by: command)
    #expect(terminal.text.hasPrefix("inkwell: input and output must be a terminal\nstatus 69"))
  }

  @Test("An unknown terminal type is named")
  func unknownTerminal() throws {
    let terminal = try shown(by: "$inkwell", environment: ["TERM": "no-such"])
    #expect(terminal.shows("inkwell: unknown terminal no-such; is TERM right?", "status 69"))
  }

  @Test("A missing TERM is reported", arguments: ["TERM= $inkwell", "env -u TERM $inkwell"])
  func noTerminalName(command: String) throws {
    let terminal = try shown(by: command)
    #expect(terminal.shows("inkwell: TERM is not set; it must name the terminal\nstatus 69"))
  }

  @Test("An idle program has no task that wakes it")
  func rest() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("a draft", until: "✎ a draft")
    try terminal.untilAtRest()
  }

  @Test("A HOME that is not a folder does not prevent the start")
  func noHome() throws {
    let terminal = try VirtualTerminal(
      [BuiltProgram.inkwell, "--quiet"], environment: ["HOME": "/dev/null"])
    try terminal.until("the first channel") { $0.shows("→ #general", "not saved") }
  }

  @Test("Unknown short options also print a message", arguments: ["-help", "-zq", "-z"])
  func unknownLetters(word: String) throws {
    #expect(try shown(by: "$inkwell \(word)").shows("inkwell: ", "status 64"))
  }

  @Test("An unknown option is named, with status 64")
  func unknownOption() throws {
    let terminal = try shown(by: "$inkwell --nope")
    #expect(terminal.shows("inkwell: no such option: --nope", "--help", "status 64"))
  }

  @Test(
    "It runs on terminals of all kinds, with or without colours, sizes and an alternate screen",
    arguments: ["linux", "vt100", "vt220", "rxvt", "screen", "tmux-256color", "xterm-mono"])
  func kinds(name: String) throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["TERM": name])
    try terminal.type("a draft", until: "✎ a draft")
    try terminal.type(Keys.leave)
    #expect(try terminal.end() == 0)
    #expect(terminal.isCooked)
  }

  @Test("A locale without UTF-8 does not garble text", arguments: ["POSIX", "de_DE.ISO-8859-1"])
  func locale(name: String) throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["LC_ALL": name])
    #expect(terminal.shows("日本語", "陳大文", "┌ Channels ──"))
  }

  @Test("Text typed before the first channel is loaded becomes its draft")
  func early() throws {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"])
    try terminal.type("early \(Keys.paste("bird")) words")
    try terminal.until("the draft") { $0.shows("→ #general", "demo") && $0.row == "early bird words" }
  }

  @Test("The help fits 80 columns and 24 rows")
  func help() throws {
    let terminal = try shown(by: "$inkwell --help")
    #expect(terminal.line(0).hasPrefix("usage: inkwell"))
    #expect(terminal.shows("--seed N", "--print-keys", "status 0"))
    let lines = terminal.output(after: 0).split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
  }

  @Test("NO_COLOR removes all colour", arguments: ["1", ""])
  func noColor(value: String) throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["NO_COLOR": value])
    try terminal.type("a draft", until: "✎ a draft")
    #expect(colors(in: terminal.output(after: 0)).isEmpty == !value.isEmpty)
  }

  /// The parameters of the SGR sequences that set a colour.
  private func colors(in output: String) -> [Int] {
    output.components(between: "\u{1B}[", and: "m").flatMap { parameters in
      parameters.split(separator: ";").compactMap { Int($0) }.filter {
        (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0)
      }
    }
  }
}

extension String {
  /// The text between a prefix and the next terminator, where it consists of numbers and semicolons.
  fileprivate func components(between start: String, and end: Character) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: start) {
      rest = rest[range.upperBound...]
      let numbers = rest.prefix { $0.isNumber || $0 == ";" }
      if rest.dropFirst(numbers.count).first == end { found.append(numbers) }
    }
    return found
  }
}

@Suite("First run", .serialized)
struct InkwellTourTests {
  private func start(_ home: Scratch, _ arguments: [String] = []) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"] + arguments, home: home)
    try terminal.until("the first channel") { $0.shows("→ #general", "demo") }
    return terminal
  }

  @Test("The tour starts at the first run of a profile, can be followed, and never starts again by itself")
  func tour() throws {
    let home = Scratch()
    let first = try start(home)
    try first.until("Tour 1/6")
    try first.type("for @ale", until: "Tour 2/6")
    try first.type(Keys.tab, until: "Tour 3/6")
    try first.type(Keys.metaDown)
    try first.until("the draft in the list") { $0.shows("Tour 4/6", "│    ✎ for Alex Dunn") }
    try first.type("/offline\(Keys.enter)", until: "Tour 5/6")
    try first.type("\u{1B}/", until: "queues it until you are")
    try first.type(Keys.enter, until: "the waiting message") { $0.shows("Tour 6/6", "queued") }
    try first.type("/online\(Keys.enter)")
    try first.until("the end") { $0.shows("The tour is over") && !$0.shows("queued") }
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try start(home)
    try second.untilAtRest()
    #expect(!second.shows("Tour"))
    try start(home, ["--profile", "other"]).until("Tour 1/6")
  }

  @Test("A start without a screen does not count as the first run")
  func unseen() throws {
    let home = Scratch()
    let nowhere = try VirtualTerminal(["/bin/sh", "-c", "'\(BuiltProgram.inkwell)' </dev/null"], home: home)
    #expect(try nowhere.end() == 69)
    try start(home).until("Tour 1/6")
  }

  @Test("A tour that was not finished goes on with the next start")
  func unfinished() throws {
    let home = Scratch()
    let first = try start(home)
    try first.until("Tour 1/6")
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try start(home)
    try second.until("Tour 1/6")
  }

  @Test("Leaving the tour says how to restart it, and it does not start again")
  func left() throws {
    let home = Scratch()
    let first = try start(home)
    try first.until("Tour 1/6")
    try first.type("\u{18}T")
    try first.until("the end of it") { $0.shows("/tour restarts it") && !$0.shows("Tour 1/6") }
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try start(home)
    try second.untilAtRest()
    #expect(!second.shows("Tour"))
    try second.type("/tour\(Keys.enter)", until: "Tour 1/6")
    try second.type(Keys.leave)
    #expect(try second.end() == 0)
    let third = try start(home)
    try third.until("Tour 1/6")
  }
}
