import ChatDomain
import ChatTestSupport
import InMemoryService
import Synchronization

/// The connection of one run of a client: after the end of the run it passes no request and no answer.
nonisolated struct MortalDevice: ChatService {
  let life: Life
  let device: InMemoryDevice
  /// Replaces the service's events; nil: no replacement.
  var feed: EventFeed?

  var currentUser: User { device.currentUser }
  var deviceId: DeviceID { device.deviceId }
  var abilities: Set<ServiceAbility> { device.abilities }
  var limits: ServiceLimits { device.limits }
  var condition: ServiceCondition { device.condition }

  func conditions() -> AsyncStream<ServiceCondition> { device.conditions() }

  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? { device.sendingRefusal(in: id) }

  func currentEventToken() async throws(ChatError) -> EventToken {
    try await ask { device throws(ChatError) in try await device.currentEventToken() }
  }

  func events(after token: EventToken?) async throws(ChatError) -> AsyncThrowingStream<
    EventEnvelope, any Error
  > {
    if let feed { return feed.stream }
    let stream = try await ask { device throws(ChatError) in try await device.events(after: token) }
    let source = EventSource(stream)
    let life = life
    return AsyncThrowingStream {
      let next = try await source.next()
      if life.isOver { throw ChatError.cancelled }
      return next
    }
  }

  func ask<Answer: Sendable>(
    _ request: (InMemoryDevice) async throws(ChatError) -> Answer
  ) async throws(ChatError) -> Answer {
    if life.isOver { throw .cancelled }
    do throws(ChatError) {
      let answer = try await request(device)
      if life.isOver { throw ChatError.cancelled }
      return answer
    } catch {
      throw life.isOver ? .cancelled : error
    }
  }
}

/// The iterator of a stream, used by one task at a time.
private actor EventSource {
  private let stream: AsyncThrowingStream<EventEnvelope, any Error>

  init(_ stream: AsyncThrowingStream<EventEnvelope, any Error>) { self.stream = stream }

  func next() async throws -> EventEnvelope? {
    for try await envelope in stream { return envelope }
    return nil
  }
}

/// A device's store that counts its calls, to detect when a run is idle.
nonisolated final class DeviceStore: WrappedStore {
  let inner = InMemoryStore()
  var wrapped: any LocalStore { inner }
  private let count = Mutex(0)

  var writes: Int { count.withLock { $0 } }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    count.withLock { $0 += 1 }
    try await inner.perform(changes)
    count.withLock { $0 += 1 }
  }
}

/// The world's clock for one run.
nonisolated struct MortalClock: ChatClock {
  let life: Life
  let clock: any ChatClock

  var now: Timestamp { clock.now }

  func sleep(until deadline: Timestamp) async throws {
    if life.isOver { throw CancellationError() }
    try await clock.sleep(until: deadline)
    if life.isOver { throw CancellationError() }
  }
}
