import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// A service, a manual clock, and devices of people in `#general` (group), `#lobby` (public) and `#offtopic`.
struct DraftWorld {
  let clock = ManualClock()
  let service: InMemoryChatService
  static let general = DraftKey(channelId: "general")
  static let lobby = DraftKey(channelId: "lobby")

  init() async throws {
    service = InMemoryChatService(clock: clock)
    await service.add(User(id: "me", name: "Mia Me"))
    let me = await service.device(user: "me", id: "other")
    let people: [User] = [
      User(id: "alex_d", name: "Alex Dunn"), User(id: "ana", name: "Ána"),
      User(id: "ben", name: "Ben Alexander"),
      User(id: "u7", name: "Zalex"),
    ]
    for person in people { await service.add(person) }
    let members = people.map(\.id)
    _ = try await me.createChannel(NewChannel(id: "general", name: "general", type: .group, members: members))
    _ = try await me.createChannel(NewChannel(id: "lobby", name: "lobby", type: .public))
    _ = try await me.createChannel(
      NewChannel(id: "group.offtopic", name: "offtopic", type: .group, members: ["ana"]))
    await service.add(User(id: "stranger", name: "Alexis Stranger"))
  }

  func device(_ id: DeviceID = "desk", user: UserID = "me") async -> InMemoryDevice {
    await service.device(user: user, id: id)
  }

  /// A client on a device, with a new store unless one is given.
  func client(
    _ id: DeviceID = "desk", store: any LocalStore = InMemoryStore(), isEnabled: Bool = true
  ) async -> ChatClient {
    var configuration = ClientConfiguration()
    configuration.isDraftMessagesEnabled = isEnabled
    return ChatClient(
      service: await device(id), store: store, clock: clock, configuration: configuration)
  }

  func message(
    _ text: String, by user: UserID = "me", in channel: ChannelID = "general", under parent: MessageID? = nil
  ) async throws -> Message {
    let device = await device("sender", user: user)
    return try await device.send(
      NewMessage(
        transactionId: TransactionID("t-\(user)-\(text)"), channelId: channel, parentId: parent, markup: text)
    )
  }
}

extension ChatClient {
  func draft(for key: DraftKey = DraftWorld.general, type: ChannelType = .group) throws -> MessageDraft {
    try messageDraft(for: key, channelType: type)
  }
}
