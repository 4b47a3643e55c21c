import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// Mia's client of an in-memory service with a clock that stands still; Alex is with her in `#general`.
struct SeedWorld {
  let clock = ManualClock()
  let service: InMemoryChatService
  let store = InMemoryStore()
  let mia: InMemoryDevice
  let phone: InMemoryDevice
  let alex: InMemoryDevice
  let chatClient: ChatClient

  init() async throws {
    service = InMemoryChatService(clock: clock)
    await service.add(User(id: "mia", name: "Mia"))
    await service.add(User(id: "alex_d", name: "Alex"))
    mia = await service.device(user: "mia", id: "desk")
    phone = await service.device(user: "mia", id: "phone")
    alex = await service.device(user: "alex_d", id: "laptop")
    _ = try await mia.createChannel(
      NewChannel(id: "general", name: "general", type: .group, members: ["alex_d"]))
    _ = try await mia.createChannel(NewChannel(id: "lobby", name: "lobby", type: .public))
    chatClient = ChatClient(service: mia, store: store, clock: clock)
  }

  /// Starts the client and waits until it receives events.
  func start() async throws {
    try await chatClient.start()
    await settle { chatClient.connection == .online }
  }

  /// Another client of Mia's: on her phone, or on her desk after a restart.
  func started(on device: InMemoryDevice, _ store: InMemoryStore = InMemoryStore()) async throws -> ChatClient
  {
    let client = ChatClient(service: device, store: store, clock: clock)
    try await client.start()
    await settle { client.connection == .online }
    return client
  }

  func said(_ text: String, by device: InMemoryDevice) async throws -> Message {
    try await device.send(
      NewMessage(transactionId: TransactionID("said \(text)"), channelId: "general", markup: text))
  }

  /// The messages that Alex sees in `#general`, or in a thread of it.
  func seen(under parent: MessageID? = nil) async throws -> [Message] {
    let query = MessageQuery(channelId: "general", parentId: parent)
    return try await alex.messages(query).elements.filter { $0.kind == .regular }
  }

  /// Makes the service refuse these requests from now on.
  func refuse(_ requests: Set<ServiceRequest>) async {
    await mia.setFaults(.with { $0.refusals = [RefusedRequest(requests, .notAllowed)] })
  }

  /// Waits for the message sent under a first id.
  func result(of id: MessageID) async throws -> Message {
    try #require(try await chatClient.result(of: TransactionID(id.rawValue)))
  }
}
