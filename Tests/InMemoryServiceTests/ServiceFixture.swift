import ChatDomain
import DraftEngine
import InMemoryService

/// A service with a manual clock and a few people in one channel.
struct ServiceFixture {
  let clock = ManualClock()
  let service: InMemoryChatService
  let ann: InMemoryDevice
  let ben: InMemoryDevice
  let room: ChannelID = "room"

  init(
    configuration: ServiceConfiguration = ServiceConfiguration(), seed: UInt64 = 1
  ) async throws {
    service = InMemoryChatService(clock: clock, seed: seed, configuration: configuration)
    for name in ["Ann", "Ben", "Cléo"] { await service.add(User(id: UserID(name.lowercased()), name: name)) }
    ann = await service.device(user: "ann", id: "laptop")
    ben = await service.device(user: "ben", id: "phone")
    _ = try await ann.createChannel(NewChannel(id: room, name: "The room", type: .group, members: ["ben"]))
  }

  func new(
    _ markup: String, _ transaction: TransactionID, under parent: MessageID? = nil, isShown: Bool = false
  ) -> NewMessage {
    NewMessage(
      transactionId: transaction, channelId: room, parentId: parent, markup: markup,
      isShownInChannel: parent == nil || isShown)
  }
}

extension AsyncThrowingStream where Element == EventEnvelope, Failure == any Error {
  /// The next events.
  func take(_ count: Int) async throws -> [EventEnvelope] {
    var taken: [EventEnvelope] = []
    guard count > 0 else { return [] }
    for try await envelope in self {
      taken.append(envelope)
      if taken.count == count { break }
    }
    return taken
  }
}
