import ProgramTerminal
import TestSupport
import Testing

/// The program is killed while somebody types, again and again, and each time it comes back with all that was seen.
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
      // Each begins, is killed, is looked at, and is killed once more; only the letters go on through all of it.
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
    // Whatever is lost has failed above.
    print(
      "crashes: \(crashes), characters echoed: \(echoed), lost: 0; said to be not saved yet: "
        + "\(unpromised) times; mentions: \(count(.mention)), files: \(count(.file)), "
        + "long drafts: \(count(.long)), replies: \(count(.thread)), parked edits: \(count(.edit)), queued messages sent once: \(count(.queue))"
    )
  }
}
