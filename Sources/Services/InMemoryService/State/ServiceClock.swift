import ChatDomain

/// The service's time, which never goes back, and the tokens it has given out in their order.
struct ServiceClock: Sendable {
  private(set) var now: Timestamp
  private(set) var latestToken: UInt64 = 0

  init(now: Timestamp) { self.now = now }

  mutating func advance(to time: Timestamp) { now = max(now, time) }

  /// Makes the next token: derived from the time if possible, and always higher than all before.
  mutating func makeToken() -> UInt64 { makeToken(at: now) }

  mutating func makeToken(at time: Timestamp) -> UInt64 {
    // The unit is a tenth of a microsecond, as in the service this idea comes from.
    latestToken = max(latestToken + 1, UInt64(max(0, time.microseconds)) &* 10)
    return latestToken
  }
}
