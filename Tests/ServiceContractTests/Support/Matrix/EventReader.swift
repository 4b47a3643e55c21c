import ChatDomain
import InMemoryService

/// The reading end of a stream, which ends the stream when nobody holds it any more. On its way events may come twice or
/// later than younger ones; each then has a token from which nothing is missing.
actor EventReader {
  private let iterator: AsyncThrowingStream<EventEnvelope, any Error>.Iterator
  private var disorder: SeededGenerator?
  private var ready: [EventEnvelope] = []
  /// An event that is late, and how many others come before it.
  private var late: (envelope: EventEnvelope, others: Int)?
  /// That of the last event before which none is missing.
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
      // All copies read the same stream.
      var iterator = iterator
      guard let envelope = try await iterator.next(isolation: self) else { return nil }
      take(envelope)
    }
    return ready.removeFirst()
  }

  private func take(_ envelope: EventEnvelope) {
    guard var generator = disorder else { return ready.append(envelope) }
    defer { disorder = generator }
    // Where the tests' marks come is where they stop reading.
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
