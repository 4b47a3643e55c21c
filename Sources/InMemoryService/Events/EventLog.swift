import ChatDomain

/// An event that is in the logs of many users but stored once.
final class SharedEvent: Sendable {
  let event: ChatEvent
  init(_ event: ChatEvent) { self.event = event }
}

/// The latest events for one user, numbered without gaps; the oldest are forgotten.
struct EventLog: Sendable {
  private let capacity: Int
  private var events: [SharedEvent] = []
  /// The index of the first remembered event; earlier ones are removed once there are as many of them as remembered
  /// ones.
  private var head = 0
  private(set) var lastSequence: UInt64 = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { events.count - head }

  mutating func append(_ event: SharedEvent) {
    events.append(event)
    lastSequence += 1
    guard count > capacity else { return }
    head += 1
    if head >= capacity {
      events.removeFirst(head)
      head = 0
    }
  }

  /// At most `limit` events after a number; nil if some of them are forgotten or the number is not from this service.
  func events(after sequence: UInt64, limit: Int) -> ArraySlice<SharedEvent>? {
    guard sequence <= lastSequence, lastSequence - sequence <= UInt64(count) else { return nil }
    let start = events.count - Int(lastSequence - sequence)
    return events[start..<min(events.count, start + limit)]
  }
}

/// The content of this service's event tokens: which service it was, and the number of an event.
struct StreamPosition: Hashable, Sendable {
  let epoch: Int64
  let sequence: UInt64

  init(epoch: Int64, sequence: UInt64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  init?(_ token: EventToken) {
    let parts = token.rawValue.split(separator: ".")
    guard parts.count == 2, let epoch = Int64(parts[0]), let sequence = UInt64(parts[1]) else { return nil }
    self.init(epoch: epoch, sequence: sequence)
  }

  var token: EventToken { EventToken("\(epoch).\(sequence)") }
}
