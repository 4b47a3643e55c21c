import ChatDomain

/// Brings events out in the order that the faults of a line give them, some twice, some late.
///
/// The number that goes out with an event is that up to which all have gone out, and not the event's own: whoever goes
/// on from it gets the late ones too.
struct EventSorter: Sendable {
  private struct Held: Sendable {
    let sequence: UInt64
    let event: ChatEvent
    var lets: Int
  }

  /// Up to where events were taken in.
  private(set) var taken: UInt64
  /// Whether the line broke before the next one.
  private(set) var isBroken = false
  private var ready: [(sequence: UInt64, event: ChatEvent)] = []
  private var held: [Held] = []
  private var position: UInt64
  private var gone: Set<UInt64> = []
  private var head = 0

  init(after sequence: UInt64) {
    taken = sequence
    position = sequence
  }

  mutating func take(_ event: ChatEvent, _ plan: EventPlan) {
    if plan.breaksStream {
      isBroken = true
      return
    }
    taken += 1
    if plan.delay > 0 {
      held.append(Held(sequence: taken, event: event, lets: plan.delay))
      return
    }
    ready.append((taken, event))
    if plan.comesTwice { ready.append((taken, event)) }
    for index in held.indices { held[index].lets -= 1 }
    for late in held where late.lets <= 0 { ready.append((late.sequence, late.event)) }
    held.removeAll { $0.lets <= 0 }
  }

  /// Lets out what was held back, for want of anything that could pass it; false when there was nothing.
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
