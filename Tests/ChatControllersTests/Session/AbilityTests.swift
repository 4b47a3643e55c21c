import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A service with missing abilities", .watched)
struct AbilityTests {
  /// Mia's client of a service that lacks some abilities, and a message in a channel.
  private struct World {
    let clock = ManualClock()
    let device: InMemoryDevice
    let store = InMemoryStore()
    let client: ChatClient
    let message: Message

    init(lacking: ServiceAbility...) async throws {
      var configuration = ServiceConfiguration()
      configuration.abilities.subtract(lacking)
      let service = InMemoryChatService(clock: clock, configuration: configuration)
      await service.add(User(id: "ben"))
      device = await service.device(user: "mia", id: "laptop")
      _ = try await device.createChannel(NewChannel(id: "room", type: .group, members: ["ben"]))
      message = try await device.send(
        NewMessage(transactionId: "first", channelId: "room", markup: "the plan"))
      client = ChatClient(service: device, store: store, clock: clock)
      try await client.start()
      await settle(
        "the connection",
        until: { [client] in client.connection == .online && client.engine.drafts.publisher.catchingUp == nil
        })
    }

    func requests(_ kind: ServiceRequest) -> Int { device.requestCounts[kind] ?? 0 }
    func entries() async throws -> Int { try await store.outbox().count }
  }

  private func refused(_ ability: ServiceAbility) -> OutboxError { .failed(.refused(.notSupported(ability))) }

  @Test("It reports the service's abilities")
  func states() async throws {
    let world = try await World(lacking: .keepsDrafts, .takesReactions)
    #expect(
      world.client.abilities
        == Set(ServiceAbility.allCases).subtracting([.encrypts, .keepsDrafts, .takesReactions]))
  }

  @Test("A search is refused without a request")
  func search() async throws {
    let world = try await World(lacking: .searchesMessages)
    await #expect(throws: ChatError.refused(.notSupported(.searchesMessages))) {
      try await world.client.search(SearchQuery(text: "plan", channelId: "room"))
    }
    #expect(world.requests(.search) == 0)
  }

  @Test("A reaction is refused and never shown")
  func reactions() async throws {
    let world = try await World(lacking: .takesReactions)
    let controller = world.client.messageController(for: world.message)
    await #expect(throws: refused(.takesReactions)) { try await controller.addReaction("👍") }
    await #expect(throws: refused(.takesReactions)) { try await controller.removeReaction("👍") }
    #expect(try await world.entries() == 0)
    #expect(controller.message?.reactions.isEmpty == true)
  }

  @Test("A pin is refused, for an existing and a new message")
  func pins() async throws {
    let world = try await World(lacking: .pinsMessages)
    let channel = world.client.channelController(for: "room")
    let controller = world.client.messageController(for: world.message)
    await #expect(throws: refused(.pinsMessages)) { try await controller.pin() }
    await #expect(throws: refused(.pinsMessages)) { try await controller.unpin() }
    await #expect(throws: refused(.pinsMessages)) {
      try await channel.createNewMessage(text: "pinned", pinning: .noExpiration)
    }
    await #expect(throws: ChatError.refused(.notSupported(.pinsMessages))) {
      try await world.client.pinnedMessages(in: "room", ListQuery())
    }
    #expect(try await world.entries() == 0)
    #expect(channel.messages.isEmpty && world.requests(.pinnedMessages) == 0)
  }

  @Test("A pin with an end is refused if pins have none, one without is accepted")
  func pinsWithEnd() async throws {
    let world = try await World(lacking: .expiresPins)
    let controller = world.client.messageController(for: world.message)
    await #expect(throws: refused(.expiresPins)) {
      try await controller.pin(.expirationDate(world.clock.now + .seconds(60)))
    }
    let id = try await controller.pin()
    #expect(try await world.client.result(of: id)?.pin?.by == "mia")
  }

  @Test(
    "A message with an unsupported part stays in the composer",
    arguments: [
      (ServiceAbility.passesMessages, SendTextParams(shouldStore: false)),
      (.expiresMessages, SendTextParams(ttl: 2)),
    ])
  func delivery(ability: ServiceAbility, params: SendTextParams) async throws {
    let world = try await World(lacking: ability)
    let draft = try world.client.messageDraft(for: DraftKey(channelId: "room"))
    draft.update(text: "words")
    await #expect(throws: refused(ability)) { try await draft.send(params: params) }
    #expect(draft.text == "words")
    #expect(world.requests(.send) == 1, "the one before the client")
    try await draft.send()
  }

  @Test("Drafts stay on the device and send no requests")
  func drafts() async throws {
    let world = try await World(lacking: .keepsDrafts)
    let key = DraftKey(channelId: "room")
    let user = world.client.currentUserController()
    let draft = try world.client.messageDraft(for: key)
    draft.update(text: "here only")
    try await world.client.flush()
    #expect(try await world.store.draft(for: key)?.content.text == "here only")
    #expect(world.client.closeComposer(for: key) == nil)
    await world.client.publishDrafts()
    #expect(try await user.loadDraftMessages().map(\.text) == ["here only"])
    #expect(user.hasLoadedAllDrafts && user.draftMessages.map(\.content.text) == ["here only"])
    draft.update(text: "")
    world.client.deleteDraft(for: key)
    await settle()
    world.clock.advance(by: .seconds(3600))
    await settle()
    for kind in [ServiceRequest.saveDraft, .deleteDraft, .draft, .drafts] {
      #expect(world.requests(kind) == 0, "\(kind)")
    }
    #expect(world.clock.sleeperCount == 0)
  }

  @Test("A draft of an earlier session returns without a request")
  func draftsAgain() async throws {
    let world = try await World(lacking: .keepsDrafts)
    try world.client.messageDraft(for: DraftKey(channelId: "room")).update(text: "from before")
    try await world.client.stop()
    let next = ChatClient(service: world.device, store: world.store, clock: world.clock)
    try await next.start()
    #expect(try next.messageDraft(for: DraftKey(channelId: "room")).text == "from before")
    await settle("the connection", until: { next.connection == .online })
    await settle()
    #expect(world.requests(.drafts) == 0)
    #expect(try next.messageDraft(for: DraftKey(channelId: "room")).text == "from before")
  }

  @Test("Typing is signalled in the channel, not in a thread")
  func typing() async throws {
    let world = try await World(lacking: .typesInThreads)
    let thread = try world.client.threadMessageDraft(for: world.message, channelType: .group)
    thread.update(text: "a reply")
    await settle()
    #expect(world.requests(.setTyping) == 0)
    let draft = try world.client.messageDraft(for: DraftKey(channelId: "room"), channelType: .group)
    draft.update(text: "a message")
    await settle("the signal", until: { world.requests(.setTyping) == 1 })
  }

  @Test("Each ability is used where the service has it")
  func withAll() async throws {
    let world = try await World()
    let thread = try world.client.threadMessageDraft(for: world.message, channelType: .group)
    thread.update(text: "a reply")
    await settle("the signal", until: { world.requests(.setTyping) == 1 })
    world.client.closeComposer(for: thread.key)
    await settle("the draft", until: { world.requests(.saveDraft) == 1 })
    #expect(world.requests(.drafts) == 1)
    let found = try await world.client.search(SearchQuery(text: "plan", channelId: "room"))
    #expect(found.elements.map(\.id) == [world.message.id])
  }
}
