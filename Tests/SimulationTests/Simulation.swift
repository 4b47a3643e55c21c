import InMemoryService
import TestSupport

/// One run of a seed, from the first step to the laws.
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
