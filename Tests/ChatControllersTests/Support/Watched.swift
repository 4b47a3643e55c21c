import ChatTestSupport
import Testing

/// Fails a test that waits forever, so that the run continues: a wait without `settle` or `answer` would block it
/// without naming the test.
nonisolated struct Watched: SuiteTrait, TestTrait, TestScoping {
  /// The time of a test: more than any wait that reports its own timeout.
  var patience = ChatTestSupport.patience * 3
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      let body = Task { try await function() }
      let name = "\"\(test.displayName ?? test.name)\" at \(test.sourceLocation)"
      let number = await Watchdog.shared.begin(name, for: patience) { body.cancel() }
      let result = await body.result
      if await Watchdog.shared.end(number) {
        Issue.record("it waited for what never comes", sourceLocation: test.sourceLocation)
      } else {
        try result.get()
      }
    }
  }
}

extension Trait where Self == Watched {
  /// Fails tests of this suite that wait forever.
  nonisolated static var watched: Watched { Watched() }
}

/// Watches the time of all running tests.
private final class Watchdog {
  private struct Run {
    let name: String
    let patience: Duration
    let cancel: () -> Void
    var end: ContinuousClock.Instant
    var isGivenUp = false
  }

  static let shared = Watchdog()
  private var runs: [Int: Run] = [:]
  private var count = 0
  private var watching: Task<Void, Never>?

  func begin(_ name: String, for patience: Duration, cancel: @escaping @Sendable () -> Void) -> Int {
    count += 1
    runs[count] = Run(name: name, patience: patience, cancel: cancel, end: .now + patience)
    watching = watching ?? Task { await watch() }
    return count
  }

  /// - Returns: whether the test was given up.
  func end(_ number: Int) -> Bool { runs.removeValue(forKey: number)?.isGivenUp == true }

  private func watch() async {
    while !runs.isEmpty {
      for (number, run) in runs where run.end < .now {
        // A test that ignores its cancellation would block the run.
        if run.isGivenUp { fatalError("\(run.name) waits for what never comes") }
        runs[number]?.isGivenUp = true
        runs[number]?.end = .now + run.patience
        run.cancel()
      }
      await settle(turns: 1000)
    }
    watching = nil
  }
}
