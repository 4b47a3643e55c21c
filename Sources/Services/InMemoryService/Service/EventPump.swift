import ChatDomain

/// One event stream of a device: it reads events from the user's log as they are requested.
///
/// Nothing is buffered for a slow device, and nobody waits for it: it falls behind in the log, and if the log has
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
