import Glibc
import ProgramTerminal
import TestSupport
import Testing

/// The program starts in a profile in which a file is damaged, after it was left and after it was killed.
///
/// `DAMAGES=500` has it done so often (`make soak` does), `SEED=…` plays a run again.
@Suite("Starting with a damaged file", .serialized)
struct InkwellDamageTests {
  private static let profile = ".local/state/inkwell/demo"

  @Test(
    "Saved text is there or its loss is reported, and the program starts twice", arguments: [false, true])
  func damaged(isKilled: Bool) throws {
    let profile = try profile(isKilled: isKilled)
    let seed = UInt64(environmentNumber("SEED") ?? 1) &+ (isKilled ? 1 : 0)
    var random = SeededGenerator(seed: seed)
    var counts: [String: Int] = [:]
    let ways = DamagedProfile.Way.allCases
    for start in 0..<(environmentNumber("DAMAGES") ?? 16) / 2 {
      let (home, words) = try profile.damaged(ways[start % ways.count], using: &random)
      let comment = "seed \(seed), start \(start), \(words), killed: \(isKilled)"
      let first = try self.start(home)
      try first.until("what was kept, or what happened to it: \(comment)") {
        isKept(on: $0) || $0.tellsOfDamage
      }
      counts[first.tellsOfDamage ? "told" : "nothing lost", default: 0] += 1
      try end(first)
      let second = try self.start(home)
      try second.until("a second start: \(comment)") { $0.showsComposer }
      try end(second)
    }
    print("seed \(seed), killed: \(isKilled): \(counts.sorted { $0.key < $1.key })")
  }

  private func start(_ home: Scratch) throws -> VirtualTerminal {
    try VirtualTerminal([BuiltProgram.inkwell, "--quiet", "--seed", "1"], columns: 120, rows: 40, home: home)
  }

  private func end(_ terminal: VirtualTerminal) throws {
    terminal.send(SIGKILL)
    _ = try terminal.end()
  }

  /// A profile with a draft, a reply and a queued message, and how it was before the last session.
  private func profile(isKilled: Bool) throws -> DamagedProfile {
    let profile = DamagedProfile(Self.profile)
    let home = Scratch()
    let first = try VirtualTerminal.inkwell(columns: 120, rows: 40, home: home)
    try first.type("/offline\r", until: "offline")
    try first.type("on its way\r", until: "the queued message") { $0.shows("on its way", "queued") }
    try first.type("begun", until: "✎ begun")
    try first.type(Keys.leave)
    #expect(try first.end() == 0)
    try profile.keepEarlier(of: home)
    let second = try start(home)
    try second.until("begun")
    try second.type(", and gone on with", until: "begun, and gone on with") { isKept(on: $0) }
    if isKilled {
      try end(second)
    } else {
      try second.type(Keys.leave)
      #expect(try second.end() == 0)
    }
    try profile.keepLatest(of: home)
    return profile
  }

  private func isKept(on terminal: VirtualTerminal) -> Bool {
    terminal.shows("begun, and gone on with", "on its way", "queued")
  }
}
