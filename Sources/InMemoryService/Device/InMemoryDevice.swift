public import ChatDomain

/// An in-memory service seen from one device of one user, over a connection that can have faults.
public struct InMemoryDevice: ChatService {
  /// The service at the other end.
  public let service: InMemoryChatService
  public let currentUser: User
  public let deviceId: DeviceID
  let link: DeviceLink

  public var abilities: Set<ServiceAbility> { service.configuration.abilities }
  public var limits: ServiceLimits { service.announcements.limits }

  /// The faults between this device and the service.
  public var faults: ServiceFaults { link.faults }

  /// The number of requests of each kind, whatever their results.
  public var requestCounts: [ServiceRequest: Int] { link.requestCounts }

  /// Changes the faults. Without a connection, and when the user is signed out, the event streams break off.
  public func setFaults(_ faults: ServiceFaults) async {
    for stream in link.setFaults(faults) { await service.wake(stream, of: currentUser.id) }
  }

  /// Restarts the drawing of faults from a seed.
  public func reseedFaults(_ seed: UInt64) { link.reseed(seed) }

  /// Breaks off the event streams, once.
  public func breakStreams() async {
    for stream in link.breakStreams() { await service.wake(stream, of: currentUser.id) }
  }

  public func currentEventToken() async throws(ChatError) -> EventToken {
    let (user, service) = (currentUser.id, service)
    return try await request(.eventToken) { _ throws(ChatError) in await service.currentToken(of: user) }
  }

  public func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  > {
    let user = currentUser.id
    let service = service
    let link = link
    // Made inside the request: if its answer is lost, the pump is released, and the stream with it.
    let pump = try await request(.events) { _ throws(ChatError) in
      let stream = try await service.openStream(of: user, after: token)
      return EventPump(service: service, link: link, user: user, stream: stream.id, after: stream.sequence)
    }
    return AsyncThrowingStream { try await pump.next() }
  }

  /// Sends a request over the connection: it takes time and may be refused or lost; its answer may be lost too.
  func request<Result: Sendable>(
    _ kind: ServiceRequest, in channel: ChannelID? = nil,
    _ body: (RequestPlan) async throws(ChatError) -> Result
  ) async throws(ChatError) -> Result {
    let plan = link.plan(kind, in: channel)
    if Task.isCancelled { throw .cancelled }
    if plan.isSignedOut { throw .signedOut }
    if plan.isOffline { throw .connection(.offline) }
    let way = plan.latency / 2
    try await pass(way + (kind == .upload ? plan.uploadDelay : .zero))
    if link.faults.isOffline { throw .connection(.interrupted) }
    if plan.isLost { throw .connection(.timedOut) }
    if link.faults.isSignedOut { throw .signedOut }
    if let busy = plan.busy, busy.until > service.clock.now {
      throw .connection(.busy(retryAfter: busy.saysHowLong ? busy.until - service.clock.now : nil))
    }
    if let refusal = plan.refusal { throw .refused(refusal) }
    let result = try await body(plan)
    try await pass(plan.latency - way)
    // Whatever happens to the answer, the request was carried out.
    if link.faults.isOffline { throw .connection(.interrupted) }
    if plan.answerIsLost { throw .connection(.timedOut) }
    return result
  }

  /// Refuses what the service is configured not to do.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

  /// Sends this user's request to the state of the service.
  func ask<Result: Sendable>(
    _ kind: ServiceRequest, in channel: ChannelID? = nil,
    _ body: @Sendable (inout ServiceState, UserID) throws(ChatError) -> Result
  ) async throws(ChatError) -> Result {
    let me = currentUser.id
    return try await request(kind, in: channel) { _ throws(ChatError) in
      try await service.perform { state throws(ChatError) in try body(&state, me) }
    }
  }

  private func pass(_ latency: Duration) async throws(ChatError) {
    guard latency > .zero else { return }
    do {
      try await service.clock.sleep(for: latency)
    } catch {
      throw .cancelled
    }
  }
}
