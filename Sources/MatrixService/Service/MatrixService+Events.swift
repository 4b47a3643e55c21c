public import ChatDomain
import MatrixWire

extension MatrixService {
  public func currentEventToken() async throws(ChatError) -> EventToken {
    try await refresh()
    return log.now
  }

  public func events(
    after token: EventToken?
  ) async throws(ChatError) -> AsyncThrowingStream<EventEnvelope, any Error> {
    let (stream, continuation) = AsyncThrowingStream<EventEnvelope, any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(2 * remembered))
    _ = try replica()
    if let token, log.events(after: token) == nil { throw .eventsGone }
    // From here on the others see the user.
    watchers += 1
    do throws(ChatError) {
      try await refresh()
      if let token {
        guard let missed = log.events(after: token) else { throw .eventsGone }
        for envelope in missed {
          continuation.yield(EventEnvelope(token: envelope.token, event: try presented(envelope.event)))
        }
      }
    } catch {
      watchers -= 1
      throw error
    }
    lastStream += 1
    let id = lastStream
    streams[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.endStream(id) }
    }
    return stream
  }

  private func endStream(_ id: Int) async {
    streams[id] = nil
    watchers -= 1
    guard watchers == 0, !isClosed else { return }
    do throws(ChatError) {
      _ = try await connection.answer(to: .setPresence(.offline, of: currentUser.id))
    } catch {
      // The server finds out by itself, half a minute later.
    }
  }
}
