import ChatDomain
import Foundation
import InMemoryService
import TestSupport
import Testing

extension SimulationTests {
  /// `SEED=…` replays one seed; `RUNS=…` runs this many, starting with `FIRST=…`.
  private nonisolated static let shuffles: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let runs = environment["RUNS"].flatMap { UInt64($0) } ?? 25
    // The last seeds once found faults.
    return Array(first..<first + runs) + [
      936, 1180, 1200, 1258, 2885, 2_116_789, 2_116_809, 2_117_301, 2_117_584, 2_118_030,
    ]
  }()

  @Test(
    "Events in any order, duplicated and delayed, give the same lists and timelines")
  func permutations() async throws {
    for seed in Self.shuffles {
      let (differences, trace) = try await Self.shuffle(seed: seed)
      #expect(
        differences.isEmpty,
        """
        SEED=\(seed) make test ARGS="--filter SimulationTests.permutations"
        \(differences.joined(separator: "\n"))
        --- the last steps
        \(trace.suffix(80).joined(separator: "\n"))
        """)
    }
  }

  private static func shuffle(seed: UInt64) async throws -> (differences: [String], trace: [String]) {
    SerialScheduling.begin()
    defer { SerialScheduling.end() }
    let world = try await ShuffledWorld(seed: seed)
    defer { world.end() }
    if seed % 2 == 0 { await world.slowDown() }
    for _ in 0..<60 {
      switch world.below(8) {
      case 0..<3:
        await world.act()
        try await world.catchUp()
      case 3..<6: _ = world.deliver()
      case 6: await world.settle()
      default: world.clock.advance(by: .milliseconds(Int64(world.below(1500))))
      }
    }
    await world.comeToRest()
    return (try await world.differences(), world.trace)
  }
}
