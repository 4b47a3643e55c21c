import ChatDomain

/// An event that is in the logs of many users but stored once.
final class SharedEvent: Sendable {
  enum Content: Sendable {
    case event(ChatEvent)
    /// A message was stored. The record is shared with the room, and becomes a message when a device asks for it.
    case created(MessageRecord, room: Int)
  }

  let content: Content
  init(_ content: Content) { self.content = content }
}

/// The latest events for one user, numbered without gaps; the oldest are forgotten.
struct EventLog: Sendable {
  private let capacity: Int
  /// Once it is full, each event takes the place of the oldest.
  private var events: [SharedEvent] = []
  private(set) var lastSequence: UInt64 = 0
  /// Nobody can go on from before this number.
  private var firstSequence: UInt64 = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { events.count }

  mutating func append(_ event: SharedEvent) {
    lastSequence += 1
    if count < capacity {
      events.append(event)
    } else {
      events[index(of: lastSequence)] = event
    }
  }

  /// Forgets everything, so that nobody can go on from where they are.
  mutating func forget() {
    // Whoever has the last event is behind this one, which nobody gets.
    append(
      SharedEvent(.event(.channelUpdated(Channel(id: "", type: .group, createdAt: Timestamp(seconds: 0))))))
    firstSequence = lastSequence
  }

  /// At most `limit` events after a number; nil if some of them are forgotten or the number is not from this service.
  func events(after sequence: UInt64, limit: Int) -> [SharedEvent]? {
    guard sequence >= firstSequence, sequence <= lastSequence, lastSequence - sequence <= UInt64(count) else {
      return nil
    }
    let end = sequence + min(lastSequence - sequence, UInt64(limit))
    return (sequence..<end).map { events[index(of: $0 + 1)] }
  }

  private func index(of sequence: UInt64) -> Int { Int((sequence - 1) % UInt64(capacity)) }
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
