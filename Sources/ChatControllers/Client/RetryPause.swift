/// Growing pauses: each is twice as long as the one before, up to a limit.
nonisolated struct RetryPause: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  init(_ configuration: ClientConfiguration) {
    first = configuration.firstRetryDelay
    longest = configuration.longestRetryDelay
  }

  /// The pause after one more failure.
  mutating func next() -> Duration {
    let factor = 1 << min(failures, 16)
    failures += 1
    return min(first * factor, longest)
  }

  mutating func reset() { failures = 0 }
}
