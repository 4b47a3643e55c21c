import Settling
import Testing

/// Ends the run when a test waits forever, and names it: a wait without `settle` or
/// `answer` would block everything, without a hint where.
nonisolated struct Watched: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let number = await Watchdog.shared.begin("\"\(test.displayName ?? test.name)\" at \(test.sourceLocation)")
    do {
      try await function()
    } catch {
      await Watchdog.shared.end(number)
      throw error
    }
    await Watchdog.shared.end(number)
  }
}

extension Trait where Self == Watched {
  /// No test of this suite waits forever.
  nonisolated static var watched: Watched { Watched() }
}

/// Counts turns while tests run, for all of them together.
private final class Watchdog {
  static let shared = Watchdog()
  private var running: [Int: (name: String, start: Int)] = [:]
  private var last = 0
  private var turns = 0
  private var counting: Task<Void, Never>?

  func begin(_ name: String) -> Int {
    last += 1
    running[last] = (name, turns)
    counting = counting ?? Task { await count() }
    return last
  }

  func end(_ number: Int) { running[number] = nil }

  private func count() async {
    while !running.isEmpty {
      turns += 1000
      // Longer than any wait that reports itself what it waited for.
      for (name, start) in running.values where turns - start > 8 * patience {
        fatalError("\(name) waits for what never comes")
      }
      await settle(turns: 1000)
    }
    counting = nil
  }
}
