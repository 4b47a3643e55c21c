import ProgramTerminal
import Testing

@Suite("The first run of the built program", .serialized)
struct InkwellTourTests {
  private func start(_ home: Scratch, _ arguments: [String] = []) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"] + arguments, home: home)
    try terminal.until("the first channel") { $0.shows("→ #general", "online") }
    return terminal
  }

  @Test("The tour begins by itself at the first run of a profile, can be taken, and never comes back unasked")
  func tour() throws {
    let home = Scratch()
    let first = try start(home)
    try first.until("Tour 1/6")
    try first.type("for @ale")
    try first.until("Tour 2/6")
    try first.type(Keys.tab)
    try first.until("Tour 3/6")
    try first.type(Keys.metaDown)
    try first.until("the draft in the list") { $0.shows("Tour 4/6", "│    ✎ for Alex Dunn") }
    try first.type("/offline\(Keys.enter)")
    try first.until("Tour 5/6")
    try first.type("\u{1B}/")
    try first.until("sends it: it waits")
    try first.type(Keys.enter)
    try first.until("the waiting message") { $0.shows("Tour 6/6", "queued") }
    try first.type("/online\(Keys.enter)")
    try first.until("the end") { $0.shows("That was the tour") && !$0.shows("queued") }
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    let second = try start(home)
    try second.untilAtRest()
    #expect(!second.shows("Tour"))
    try start(home, ["--profile", "other"]).until("Tour 1/6")
  }

  @Test("A start that cannot show anything does not use it up")
  func unseen() throws {
    let home = Scratch()
    let nowhere = try VirtualTerminal(["/bin/sh", "-c", "'\(BuiltProgram.inkwell)' </dev/null"], home: home)
    #expect(try nowhere.end() == 69)
    try start(home).until("Tour 1/6")
  }

  @Test("Whoever leaves it is told how to come back, and is not asked again")
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
    try second.type("/tour\(Keys.enter)")
    try second.until("Tour 1/6")
  }
}
