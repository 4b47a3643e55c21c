import Foundation
import Testing

/// Random keys, pastes, resizes, clicks, events of other people, faults and time steps, drawn from a seed.
///
/// `KEYS=1000000 make test ARGS="--filter RandomKeys"` presses that many keys (`make soak` presses 200,000), and
/// `KEYS_SEED=… KEYS_LIFE=…` replays one life. The recording terminal stops the process at a frame of the wrong size,
/// a cursor outside or half a glyph; the line before that names the life.
///
/// Half of the lives are careful: they press no key that deletes permanently, and every letter typed into a composer
/// must still exist. They leave out Backspace, Delete, undo, deleting messages and slash commands; letters pushed out
/// of the kill ring, or lost with it at the end of the program, are excused. In all lives each frame is compared with
/// a full redraw of the same state, and many with a frame computed without caches.
@Suite("Random keys", .serialized)
struct RandomKeysTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let lifeLength = 2000

  @Test("Random keys never break a frame or lose typed text")
  func keys() async throws {
    let wanted = Self.number("KEYS") ?? 3_000
    let seed = UInt64(Self.number("KEYS_SEED") ?? 1)
    let only = Self.number("KEYS_LIFE")
    let lives = only.map { $0..<($0 + 1) } ?? 0..<max(1, wanted / Self.lifeLength)
    var broken = 0
    for life in lives where broken < 5 {
      let replay =
        "play again with KEYS_SEED=\(seed) KEYS_LIFE=\(life) make test ARGS=\"--filter RandomKeys\""
      note(replay)
      let person = try await RandomPerson(
        seed: seed &* 1_000_003 &+ UInt64(life), isCareful: life.isMultiple(of: 2))
      try await person.live(keys: Self.lifeLength)
      await person.calmDown()
      if person.isCareful { try await person.checkNothingIsLost(replay) }
      try await person.checkDraftsAreKept(replay)
      await person.scenario.end()
      if person.isBroken { broken += 1 }
    }
  }

  /// Written at once, because a crash leaves no chance to do so later.
  private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
