import ChatDomain

/// Puts events in the order determined by the faults of a connection: some twice, some late.
///
/// The number sent with an event is the one up to which all events have been sent, and not the event's own: resuming
/// from it delivers the late events too.
struct EventSorter: Sendable {
  private struct Held: Sendable {
    let sequence: UInt64
    let event: ChatEvent
    /// How many younger events have yet to overtake it.
    var delay: Int
  }

  /// The number of the last event added.
  private(set) var lastSequence: UInt64
  /// Whether the connection broke before the next event.
  private(set) var isBroken = false
  private var ready: [(sequence: UInt64, event: ChatEvent)] = []
  private var held: [Held] = []
  private var position: UInt64
  private var gone: Set<UInt64> = []
  private var head = 0

  init(after sequence: UInt64) {
    lastSequence = sequence
    position = sequence
  }

  mutating func add(_ event: ChatEvent, _ plan: EventPlan) {
    if plan.breaksStream {
      isBroken = true
      return
    }
    lastSequence += 1
    if plan.delay > 0 {
      held.append(Held(sequence: lastSequence, event: event, delay: plan.delay))
      return
    }
    ready.append((lastSequence, event))
    if plan.comesTwice { ready.append((lastSequence, event)) }
    for index in held.indices { held[index].delay -= 1 }
    for late in held where late.delay <= 0 { ready.append((late.sequence, late.event)) }
    held.removeAll { $0.delay <= 0 }
  }

  /// Releases the delayed events, if there is nothing to overtake them; returns false if there were none.
  mutating func flush() -> Bool {
    guard !held.isEmpty else { return false }
    ready += held.map { ($0.sequence, $0.event) }
    held = []
    return true
  }

  mutating func next() -> (sequence: UInt64, event: ChatEvent)? {
    guard head < ready.count else { return nil }
    let (sequence, event) = ready[head]
    head += 1
    if head == ready.count {
      ready.removeAll(keepingCapacity: true)
      head = 0
    }
    if sequence > position { gone.insert(sequence) }
    while gone.remove(position + 1) != nil { position += 1 }
    return (position, event)
  }
}
