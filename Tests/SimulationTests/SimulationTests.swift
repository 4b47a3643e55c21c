import Foundation
import InMemoryService
import TestSupport
import Testing

@Suite("Simulation", .serialized)
struct SimulationTests {
  /// `SEED=…` replays one seed; `RUNS=…` runs this many, starting with `FIRST=…`. `make soak` runs 2,000 new ones.
  private nonisolated static let environment = ProcessInfo.processInfo.environment
  private nonisolated static let runsPerBlock = 25
  private nonisolated static let blocks: [Int] = {
    if environment["SEED"] != nil { return [0] }
    let runs = environment["RUNS"].flatMap { Int($0) } ?? 100
    return Array(0..<(runs + runsPerBlock - 1) / runsPerBlock)
  }()

  nonisolated static let first = environment["FIRST"].flatMap { UInt64($0) } ?? 1

  private nonisolated static func seeds(of block: Int) -> [UInt64] {
    if let seed = environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return (0..<runsPerBlock).map { first + UInt64(block * runsPerBlock + $0) }
  }

  @Test("After any faults, all devices finally agree and nothing is lost or duplicated", arguments: blocks)
  func laws(block: Int) async throws {
    for seed in Self.seeds(of: block) {
      let outcome = try await Simulation.run(seed: seed)
      if Self.environment["TRACE"] != nil { print(outcome.trace.last(.max), outcome.trace.hash) }
      #expect(outcome.violations.isEmpty, "\(outcome.report)")
    }
  }

  @Test("The same seed gives the same run")
  func repeats() async throws {
    for seed: UInt64 in 1...10 {
      var hashes: Set<UInt64> = []
      for _ in 0..<(Self.environment["REPEATS"].flatMap { Int($0) } ?? 2) {
        hashes.insert(try await Simulation.run(seed: seed).trace.hash)
      }
      #expect(hashes.count == 1, "SEED=\(seed) ran in \(hashes.count) ways")
    }
  }
}

/// A run of a seed, from the first step to the laws.
enum Simulation {
  struct Outcome {
    var seed: UInt64
    var violations: [String]
    var trace: Trace

    var report: String {
      """
      SEED=\(seed) make test ARGS="--filter SimulationTests"
      \(violations.prefix(12).joined(separator: "\n"))
      --- the last steps
      \(trace.last(60))
      """
    }
  }

  static func run(seed: UInt64) async throws -> Outcome {
    SerialScheduling.begin()
    defer { SerialScheduling.end() }
    let world = try await World(seed: seed)
    for _ in 0..<world.pick(15...60) { await world.takeStep() }
    await world.comeToRest()
    let violations = await world.violations()
    world.stop()
    return Outcome(seed: seed, violations: world.trouble + violations, trace: world.trace)
  }
}
