import ChatDomain

/// Events that a test hands over one by one, in whatever order and however often.
nonisolated struct EventFeed: Sendable {
  let stream: AsyncThrowingStream<EventEnvelope, any Error>
  private let continuation: AsyncThrowingStream<EventEnvelope, any Error>.Continuation

  init() { (stream, continuation) = AsyncThrowingStream.makeStream() }

  /// - Parameter number: of the delivery, so that a doubled event is no repeated envelope, which a client drops unread.
  func deliver(_ event: ChatEvent, number: Int) {
    continuation.yield(EventEnvelope(token: EventToken("\(number)"), event: event))
  }
}
