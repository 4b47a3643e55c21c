import ChatDomain

/// The latest events of the account, numbered without gaps; the oldest are forgotten.
///
/// A number is a token's, together with the epoch of the cache that it belongs to: after the cache began anew nothing before
/// can be taken up again.
struct EventLog {
  private let capacity: Int
  private(set) var epoch: String
  private(set) var last: UInt64
  private var events: [ChatEvent] = []

  init(epoch: String, last: UInt64, capacity: Int) {
    self.epoch = epoch
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
  mutating func restart(epoch: String) {
    self.epoch = epoch
    events = []
    last += 1
  }

  var now: EventToken { token(last) }

  /// All events after a token; nil if some of them are forgotten, or the token is none of this epoch.
  func events(after token: EventToken) -> [EventEnvelope]? {
    let parts = token.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "m1", parts[1] == epoch, let number = UInt64(parts[2]),
      number <= last,
      last - number <= UInt64(events.count)
    else { return nil }
    let first = events.count - Int(last - number)
    return events[first...].enumerated().map { index, event in
      EventEnvelope(token: self.token(number + UInt64(index) + 1), event: event)
    }
  }

  private func token(_ number: UInt64) -> EventToken { EventToken("m1.\(epoch).\(number)") }
}
