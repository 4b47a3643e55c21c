import Glibc
import ProgramTerminal
import TestSupport
import Testing

/// Kills the program while text is typed, again and again, and checks that all visible text is restored.
///
/// `CRASHES=1000` kills it that often (`make soak` does), `CRASH_SEED=…` replays a run.
@Suite("Killed while typing", .serialized)
struct InkwellCrashTests {
  @Test(
    "No visible letter, mention, file, long draft, reply or parked edit is lost, and queued messages are sent once"
  )
  func killed() throws {
    let crashes = environmentNumber("CRASHES") ?? 20
    let seed = UInt64(environmentNumber("CRASH_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    let works = CrashLife.Work.allCases
    var counts: [CrashLife.Work: Int] = [:]
    let letters = CrashLife(.letters, named: "in a run of seed \(seed)")
    var echoed = 0
    var unpromised = 0
    var life = letters
    for crash in 0..<crashes {
      // Each kind of work is killed twice, then starts over; only typing of letters continues.
      if crash.isMultiple(of: 2) {
        let work = works[crash / 2 % works.count]
        life = work == .letters ? letters : CrashLife(work, named: "after crash \(crash) of seed \(seed)")
        counts[work, default: 0] += 1
      }
      let before = (life.echoed, life.unpromised)
      let terminal = try life.start()
      try life.look(terminal)
      try life.write(terminal, random: &random)
      echoed += life.echoed - before.0
      unpromised += life.unpromised - before.1
    }
    func count(_ work: CrashLife.Work) -> Int { counts[work] ?? 0 }
    // A loss has already failed above.
    print(
      "crashes: \(crashes), characters echoed: \(echoed), lost: 0; said to be not saved yet: "
        + "\(unpromised) times; mentions: \(count(.mention)), files: \(count(.file)), "
        + "long drafts: \(count(.long)), replies: \(count(.thread)), parked edits: \(count(.edit)), queued messages sent once: \(count(.queue))"
    )
  }
}

/// Starts the program with a damaged file in its profile, after a normal end and after a kill.
///
/// `DAMAGES=500` repeats it that often (`make soak` does), `SEED=…` replays a run.
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

  /// A profile with a draft, a reply and a queued message, with its state before the last session.
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
