import ChatDomain

/// An event that lies in the logs of many people and is kept once.
final class SharedEvent: Sendable {
  let event: ChatEvent
  init(_ event: ChatEvent) { self.event = event }
}

/// The latest events for one person, numbered without a gap; the oldest are forgotten.
struct EventLog: Sendable {
  private let capacity: Int
  private var events: [SharedEvent] = []
  /// Where the remembered ones begin; what is before goes when it is as much as what is remembered.
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

  /// What came after a number, at most `limit`; nil when some of it is forgotten or the number is not ours.
  func events(after sequence: UInt64, limit: Int) -> ArraySlice<SharedEvent>? {
    guard sequence <= lastSequence, lastSequence - sequence <= UInt64(count) else { return nil }
    let start = events.count - Int(lastSequence - sequence)
    return events[start..<min(events.count, start + limit)]
  }
}

/// What this service writes into its event tokens: which service it was, and the number of an event.
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
