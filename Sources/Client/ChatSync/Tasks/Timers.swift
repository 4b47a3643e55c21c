package import ChatDomain

/// A one-shot timer whose deadline can be moved.
package final class ExpiryTimer {
  private let clock: any ChatClock
  private var deadline: Timestamp?
  private var task: Task<Void, Never>?

  package init(clock: any ChatClock) { self.clock = clock }

  /// Fires at this time from now on; never, if the deadline is nil.
  package func set(_ deadline: Timestamp?, fire: @escaping @MainActor () -> Void) {
    guard deadline != self.deadline else { return }
    task?.cancel()
    task = nil
    self.deadline = deadline
    guard let deadline else { return }
    task = Task { [weak self, clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      guard !Task.isCancelled else { return }
      self?.deadline = nil
      self?.task = nil
      fire()
    }
  }

  isolated deinit { task?.cancel() }
}

/// Growing pauses: each is twice as long as the one before, up to a limit.
nonisolated struct RetryPause: Sendable {
  private let first: Duration
  private let longest: Duration
  private let longestWait: Duration
  private var failures = 0

  init(_ configuration: ClientConfiguration) {
    first = configuration.firstRetryDelay
    longest = configuration.longestRetryDelay
    longestWait = configuration.longestWait
  }

  /// The pause after a failure: not shorter than what the service asks for.
  mutating func next(after error: ChatError) -> Duration { max(next(), wait(after: error) ?? .zero) }

  /// How long to wait because the service asks for it, up to a limit; nil if it does not.
  func wait(after error: ChatError) -> Duration? { error.retryAfter.map { min($0, longestWait) } }

  /// The pause after one more failure.
  mutating func next() -> Duration {
    let doublings = min(failures, 16)
    failures += 1
    // Step by step: the longest pause may be as good as endless, and its double too long for a number.
    return (0..<doublings).reduce(min(first, longest)) { pause, _ in
      pause >= longest - pause ? longest : pause * 2
    }
  }

  mutating func reset() { failures = 0 }
}
