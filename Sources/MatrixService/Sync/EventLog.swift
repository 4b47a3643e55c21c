import ChatDomain

/// The latest events of the account, numbered without gaps; the oldest are forgotten.
///
/// A number is a token's, together with the run of the cache that it belongs to: after the cache began anew nothing before
/// can be taken up again.
struct EventLog {
  private let capacity: Int
  private(set) var run: String
  private(set) var last: UInt64
  private var events: [ChatEvent] = []

  init(run: String, last: UInt64, capacity: Int) {
    self.run = run
    self.last = last
    self.capacity = capacity
  }

  mutating func append(_ event: ChatEvent) {
    last += 1
    events.append(event)
    // In one go, so that an event costs the same on average.
    if events.count >= 2 * capacity { events.removeFirst(events.count - capacity) }
  }

  /// Forgets everything, so that no token from before leads anywhere.
  mutating func beginAnew(run: String) {
    self.run = run
    events = []
    last += 1
  }

  var now: EventToken { token(last) }

  /// All events after a token; nil if some of them are forgotten, or the token is none of this run.
  func events(after token: EventToken) -> [EventEnvelope]? {
    let parts = token.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "m1", parts[1] == run, let number = UInt64(parts[2]), number <= last,
      last - number <= UInt64(events.count)
    else { return nil }
    let first = events.count - Int(last - number)
    return events[first...].enumerated().map { index, event in
      EventEnvelope(token: self.token(number + UInt64(index) + 1), event: event)
    }
  }

  private func token(_ number: UInt64) -> EventToken { EventToken("m1.\(run).\(number)") }
}
