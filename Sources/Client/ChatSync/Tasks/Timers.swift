package import ChatDomain

/// A one-shot timer whose deadline can be moved.
package final class ExpiryTimer {
  private let clock: any ChatClock
  private var deadline: Timestamp?
  private var task: Task<Void, Never>?

  package init(clock: any ChatClock) { self.clock = clock }

  /// Moves the deadline; nil stops the timer. If the deadline does not change, the previous closure stays.
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

  /// The pause after a failure, not shorter than `wait(after:)`.
  mutating func next(after error: ChatError) -> Duration { max(next(), wait(after: error) ?? .zero) }

  /// The wait that the service asks for, up to a limit; nil if it asks for none.
  func wait(after error: ChatError) -> Duration? { error.retryAfter.map { min($0, longestWait) } }

  /// The pause after one more failure.
  mutating func next() -> Duration {
    let doublings = min(failures, 16)
    failures += 1
    // Doubled step by step, because doubling a very long `longest` would overflow.
    return (0..<doublings).reduce(min(first, longest)) { pause, _ in
      pause >= longest - pause ? longest : pause * 2
    }
  }

  mutating func reset() { failures = 0 }
}
