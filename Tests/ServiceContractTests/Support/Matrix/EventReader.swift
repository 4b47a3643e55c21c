import ChatDomain
import InMemoryService

/// Reads an event stream, which ends when the reader is released. It can duplicate and delay events; each then has a
/// token after which no event is missing.
actor EventReader {
  private let iterator: AsyncThrowingStream<EventEnvelope, any Error>.Iterator
  private var disorder: SeededGenerator?
  private var ready: [EventEnvelope] = []
  /// A delayed event, and the number of events that overtake it.
  private var late: (envelope: EventEnvelope, others: Int)?
  /// The token of the last event before which none is missing.
  private var token: EventToken?

  init(
    _ stream: AsyncThrowingStream<EventEnvelope, any Error>, from token: EventToken?,
    _ disorder: SeededGenerator?
  ) {
    iterator = stream.makeAsyncIterator()
    self.token = token
    self.disorder = disorder
  }

  func next() async throws -> EventEnvelope? {
    while ready.isEmpty {
      // Copies of the iterator share the stream.
      var iterator = iterator
      guard let envelope = try await iterator.next(isolation: self) else { return nil }
      take(envelope)
    }
    return ready.removeFirst()
  }

  private func take(_ envelope: EventEnvelope) {
    guard var generator = disorder else { return ready.append(envelope) }
    defer { disorder = generator }
    // The tests stop reading at a marker, so it must not be delayed.
    let isMark = if case .channelUpdated = envelope.event { true } else { false }
    if late == nil, !isMark, Int.random(in: 0..<10, using: &generator) < 4 {
      late = (envelope, Int.random(in: 1...3, using: &generator))
      return
    }
    if late == nil { token = envelope.token }
    let new = EventEnvelope(token: token ?? envelope.token, event: envelope.event)
    ready.append(new)
    if Int.random(in: 0..<10, using: &generator) < 3 { ready.append(new) }
    guard let waiting = late else { return }
    late = waiting.others == 1 ? nil : (waiting.envelope, waiting.others - 1)
    guard late == nil else { return }
    token = envelope.token
    ready.append(EventEnvelope(token: envelope.token, event: waiting.envelope.event))
  }
}
