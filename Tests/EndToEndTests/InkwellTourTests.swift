import ProgramTerminal
import Testing

@Suite("First run", .serialized)
struct InkwellTourTests {
  private func start(_ home: Scratch, _ arguments: [String] = []) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"] + arguments, home: home)
    try terminal.until("the first channel") { $0.shows("→ #general", "online") }
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
    try first.type("\u{1B}/", until: "sends it: it waits")
    try first.type(Keys.enter, until: "the waiting message") { $0.shows("Tour 6/6", "queued") }
    try first.type("/online\(Keys.enter)")
    try first.until("the end") { $0.shows("That was the tour") && !$0.shows("queued") }
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

  @Test("Leaving the tour says how to restart it, and it does not start again")
  func left() throws {
    let home = Scratch()
    let first = try start(home)
    try first.until("Tour 1/6")
    try first.type("\u{18}T")
    try first.until("the end of it") { $0.shows("/tour begins it again") && !$0.shows("Tour 1/6") }
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try start(home)
    try second.untilAtRest()
    #expect(!second.shows("Tour"))
    try second.type("/tour\(Keys.enter)", until: "Tour 1/6")
  }
}
