import ChatDomain

/// One event stream of a device: it reads events from the user's log as they are requested.
///
/// A slow device has no buffer and delays no other: it falls behind in the log, and if the log has
/// forgotten the next event, the stream ends with `eventsGone`.
actor EventPump {
  private let service: InMemoryChatService
  private let link: DeviceLink
  private let user: UserID
  private let stream: Int
  private var sorter: EventSorter
  private var hasEnded = false

  /// The number of events taken at a time.
  static let batch = 256

  init(service: InMemoryChatService, link: DeviceLink, user: UserID, stream: Int, after sequence: UInt64) {
    self.service = service
    self.link = link
    self.user = user
    self.stream = stream
    sorter = EventSorter(after: sequence)
    link.opened(stream)
  }

  deinit {
    let (service, link, user, stream) = (service, link, user, stream)
    link.closed(stream)
    Task { await service.closeStream(stream, of: user) }
  }

  /// The next event, as soon as there is one; nil if the calling task was cancelled.
  func next() async throws -> EventEnvelope? {
    while !hasEnded {
      if Task.isCancelled {
        await end()
        return nil
      }
      if let failure = link.breakage(of: stream) { try await fail(failure) }
      if let (sequence, event) = sorter.next() {
        return EventEnvelope(
          token: StreamPosition(epoch: service.epoch, sequence: sequence).token, event: event)
      }
      if sorter.isBroken { try await fail(.connection(.interrupted)) }
      let known = sorter.lastSequence
      guard let events = await service.nextEvents(of: user, after: known, limit: Self.batch) else {
        try await fail(.eventsGone)
        return nil
      }
      if !events.isEmpty {
        for event in events where !sorter.isBroken { sorter.add(event, link.planEvent()) }
      } else if !sorter.flush() {
        await wait(after: known)
      }
    }
    return nil
  }

  private func wait(after sequence: UInt64) async {
    let (service, link, user, stream) = (service, link, user, stream)
    await withTaskCancellationHandler {
      await service.waitForEvents(of: user, after: sequence, stream: stream, link: link)
    } onCancel: {
      Task { await service.wake(stream, of: user) }
    }
  }

  private func fail(_ error: ChatError) async throws {
    await end()
    throw error
  }

  private func end() async {
    hasEnded = true
    link.closed(stream)
    await service.closeStream(stream, of: user)
  }
}

/// Puts events in the order determined by the faults of a connection: some twice, some late.
///
/// The number sent with an event is the one up to which all events have been sent, and not the event's own: resuming
/// from it delivers the late events too.
struct EventSorter: Sendable {
  private struct Held: Sendable {
    let sequence: UInt64
    let event: ChatEvent
    /// The number of younger events that still overtake it.
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

  /// Releases the delayed events; call when there is no newer event to overtake them. Returns false if no event was delayed.
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
