import ChatDomain

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
