import Foundation
import Testing

/// Keys, pastes, resizes, clicks, events of others, faults and time, drawn from a seed.
///
/// `KEYS=1000000 make test ARGS="--filter RandomKeys"` presses that many (`make soak` presses 200,000), and `KEYS_SEED=… KEYS_LIFE=…` presses those of
/// one life again. The recording terminal stops the process at a frame of another size, at a cursor outside and at half
/// a glyph; the line before says which life it was.
///
/// Half of the lives are careful: they press nothing that means to remove something for good, and then not a letter
/// that was typed into a composer may be gone. Left out of that law are therefore Backspace, Delete, undo, deleting
/// messages and commands behind a slash; and the kill ring forgets at its end and with the program.
/// In all of them each frame is compared with the one that is drawn of the same state from nothing, and many with the
/// one that is made anew of everything that is open and known.
@Suite("Random keys", .serialized)
struct RandomKeysTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let lifeLength = 2000

  @Test("Random keys never break a frame or lose typed text")
  func keys() async throws {
    let wanted = Self.number("KEYS") ?? 6_000
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

  /// Said at once: a trap leaves no time to say it later.
  private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
