import ChatDomain

/// Whether requests that a server counts together have to wait, and how long.
struct RateGate: Hashable, Sendable {
  /// While it is closed.
  private var closed: Range<Timestamp>?
  /// How often in a row the server did not say how long.
  private var unnamed = 0

  /// The least that is waited: a server that says "at once" and refuses again would be asked without end.
  static let shortest = Duration.milliseconds(250)
  /// The most where the server names no time.
  static let longestUnnamed = Duration.seconds(60)

  /// How long to wait; nil if nobody has to. A clock that was set back opens it.
  func remaining(at now: Timestamp) -> Duration? {
    guard let closed, closed.contains(now) else { return nil }
    return closed.upperBound - now
  }

  /// The server refused because there was too much.
  ///
  /// - Parameter wait: as the server names it; nil: it names none, and each time it is twice as long as before.
  mutating func close(for wait: Duration?, at now: Timestamp) {
    let remaining = remaining(at: now)
    let pause: Duration
    if let wait {
      pause = max(wait, Self.shortest)
    } else {
      // Those that were under way together are refused together, which is once.
      guard remaining == nil else { return }
      pause = min(.seconds(1) * (1 << min(unnamed, 6)), Self.longestUnnamed)
      unnamed += 1
    }
    if let remaining, remaining >= pause { return }
    closed = now..<(now + pause)
  }

  /// The server did what it was asked.
  mutating func noteSuccess() { unnamed = 0 }

  /// Whether it can be forgotten.
  func isOpen(at now: Timestamp) -> Bool { unnamed == 0 && remaining(at: now) == nil }
}
