import Foundation
import Testing

extension LiveTests {
  @Suite("Random runs")
  struct RandomRunTests {
    /// `SEED=…` replays one run; `RUNS=…` runs this many, starting with seed `FIRST=…` (1).
    private static let environment = ProcessInfo.processInfo.environment
    private static func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
    private static let seeds: [UInt64] = {
      if let seed = number("SEED") { return [UInt64(seed)] }
      let first = number("FIRST") ?? 1
      return (first..<first + (number("RUNS") ?? 12)).map { UInt64($0) }
    }()
    /// Runs of a block share two accounts, but not rooms, so that accounts have a history.
    private static let runsPerBlock = 20
    private static let blocks = Array(0..<(seeds.count + runsPerBlock - 1) / runsPerBlock)

    @Test("After any faults, all devices and the server finally agree", arguments: blocks)
    func laws(block: Int) async throws {
      let server = try LiveServer.here()
      let people = [try await Account("ann", at: server), try await Account("ben", at: server)]
      var faults: [String: Int] = [:]
      var messages = 0
      let seeds = Self.seeds.dropFirst(block * Self.runsPerBlock).prefix(Self.runsPerBlock)
      for seed in seeds {
        let outcome = try await Run.take(seed: seed, people: people)
        faults.merge(outcome.faults, uniquingKeysWith: +)
        messages += outcome.messages
        if Self.number("TRACE") != nil { print(outcome.trace.joined(separator: "\n")) }
        #expect(
          outcome.violations.isEmpty,
          """
          SEED=\(seed) make test-matrix
          \(outcome.violations.prefix(12).joined(separator: "\n"))
          --- the last steps
          \(outcome.trace.suffix(Self.number("TRACE") ?? 60).joined(separator: "\n"))
          """)
      }
      // A run without any message tests nothing.
      #expect(messages > 0)
      #expect(seeds.count < 5 || faults.keys.count > 8, "\(faults)")
      if Self.environment["RUNS"] != nil { print("runs \(seeds): \(messages) messages, faults \(faults)") }
    }
  }
}
