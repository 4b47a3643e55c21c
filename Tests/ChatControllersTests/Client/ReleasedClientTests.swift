import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(
  "A released client stops working, and the next one continues", .watched)
struct ReleasedClientTests {
  let world: DraftWorld
  let store = InMemoryStore()

  init() async throws { world = try await DraftWorld() }

  private func texts(_ channel: ChannelID = "general") async throws -> [String] {
    try await world.device("other").messages(MessageQuery(channelId: channel, limit: 100)).elements.map(
      \.text)
  }

  private func outgoing(_ text: String) -> OutgoingMessage {
    OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: text)])
  }

  /// Starts a client, gives it messages while every request takes a second, and releases it during the first request.
  ///
  /// - Returns: the objects of the client that are still alive.
  private func release(after body: (ChatClient) async throws -> Void) async throws -> () -> [AnyObject?] {
    let client = await world.client(store: store)
    try await client.start()
    await settle(
      "the connection",
      until: { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil })
    try await body(client)
    return {
      [
        weak client, weak outbox = client.engine.outbox, weak drafts = client.engine.drafts,
        weak writer = client.engine.writer
      ] in
      [client, outbox, drafts, writer]
    }
  }

  private func slowDown(_ latency: Duration, by fault: (inout ServiceFaults) -> Void = { _ in }) async {
    var faults = ServiceFaults.none
    faults.latency = latency...latency
    fault(&faults)
    await world.device().setFaults(faults)
  }

  @Test(
    "A released client sends nothing more; the next one sends everything, once and in order")
  func released() async throws {
    let device = await world.device()
    let left = try await release { client in
      await slowDown(.seconds(1))
      for number in 1...5 { try await client.engine.outbox.enqueueSend(outgoing("\(number)")) }
      await settle("the first request", until: { device.requestCounts[.send] == 1 })
    }
    await settle("its end", until: { left().allSatisfy { $0 == nil } })
    let sleepers = world.clock.sleeperCount
    for _ in 1...100 { world.clock.advance(by: .seconds(1)) }
    await settle()
    #expect(sleepers == 0 && device.requestCounts[.send] == 1)
    #expect(try await texts().isEmpty)
    #expect(try await store.outbox().map(\.message.text) == ["1", "2", "3", "4", "5"])
    await device.setFaults(.none)
    let next = await world.client(store: store)
    try await next.start()
    await settle("the messages", until: { next.engine.outbox.queue.channels.isEmpty })
    #expect(try await texts() == ["1", "2", "3", "4", "5"])
    try await next.stop()
    #expect(try await store.outbox().isEmpty)
  }

  @Test(
    "A message that arrived during the release is not sent twice, and its answer is not stored")
  func answeredAfterwards() async throws {
    let device = await world.device()
    let left = try await release { client in
      await slowDown(.seconds(2))
      try await client.engine.outbox.enqueueSend(outgoing("once"))
      await settle("the request", until: { device.requestCounts[.send] == 1 })
      await settle("a sleeper", until: { world.clock.sleeperCount > 0 })
      world.clock.advance(by: .seconds(1))
      await settle("its arrival", until: { (try? await texts()) == ["once"] })
    }
    await device.setFaults(.none)
    let next = await world.client(store: store)
    try await next.start()
    await settle("the answer", until: { next.engine.outbox.queue.channels.isEmpty })
    await settle("its end", until: { left().allSatisfy { $0 == nil } })
    world.clock.advance(by: .seconds(100))
    await settle()
    #expect(try await texts() == ["once"])
    #expect(try await store.outbox().isEmpty)
    try await next.stop()
  }

  @Test(
    "Callers that wait for a message are released, and its text stays in the store", arguments: [false, true])
  func waiting(isOffline: Bool) async throws {
    let device = await world.device()
    var sending: Task<Timetoken, any Error>?
    let left = try await release { client in
      await slowDown(.seconds(1)) { $0.isOffline = isOffline }
      let draft = try client.draft()
      draft.update(text: "waits")
      sending = Task { try await draft.send() }
      await settle("a try", until: { device.requestCounts[.send] == 1 })
      if isOffline {
        await settle("a pause", until: { client.engine.outbox.worker.states["general"]?.timer != nil })
      }
    }
    let waiting = try #require(sending)
    sending = nil
    await #expect(throws: OutboxError.failed(.cancelled)) {
      try await answer("the end") { try await waiting.value }
    }
    await settle("its end", until: { left().allSatisfy { $0 == nil } })
    #expect(try await store.outbox().map(\.message.text) == ["waits"])
    #expect(try await store.draft(for: DraftWorld.general)?.content.isEmpty != false)
  }

  @Test("A draft sent afterwards keeps its text")
  func draftOutlives() async throws {
    var kept: MessageDraft?
    _ = try await release { client in
      kept = try client.draft()
      kept?.update(text: "still here")
    }
    let draft = try #require(kept)
    await #expect(throws: OutboxError.failed(.cancelled)) { try await draft.send() }
    #expect(draft.text == "still here")
    await settle(
      "the store",
      until: {
        (try? await store.draft(for: DraftWorld.general))??.content.text == "still here"
      })
    #expect(try await store.outbox().isEmpty)
    #expect(try await texts().isEmpty)
  }

  @Test("A message on its way into the outbox returns to the draft, and is stored once")
  func underWay() async throws {
    let files = HeldFileReader()
    var kept: MessageDraft?
    var sending: Task<Timetoken, any Error>?
    do {
      let client = ChatClient(service: await world.device(), store: store, clock: world.clock, files: files)
      try await client.start()
      let draft = try client.draft()
      draft.update(text: "half way")
      draft.files = [InputFile(name: "a", type: "b", source: .path("/a"))]
      sending = Task { try await draft.send() }
      await settle("the file", until: { await files.heldCount == 1 })
      kept = draft
    }
    await files.release()
    let waiting = try #require(sending)
    await #expect(throws: OutboxError.failed(.cancelled)) { try await waiting.value }
    #expect(kept?.text == "half way")
    await settle(
      "the store",
      until: {
        (try? await store.draft(for: DraftWorld.general))??.content.text == "half way"
      })
    #expect(try await store.outbox().isEmpty)
  }

  @Test("Mentioned users are notified by the next client, each once")
  func mentions() async throws {
    let device = await world.device()
    let left = try await release { client in
      await slowDown(.seconds(1))
      let elements: [MessageElement] = [
        .link(text: "Ána", target: .user(userId: "ana")), .link(text: "Ben", target: .user(userId: "ben")),
      ]
      try await client.engine.outbox.enqueueSend(OutgoingMessage(key: DraftWorld.general, elements: elements))
      for _ in 1...2 {
        await settle("a sleeper", until: { world.clock.sleeperCount > 0 })
        world.clock.advanceToNextSleeper()
      }
      await settle("a mention", until: { device.requestCounts[.sendMention] == 1 })
    }
    await settle("its end", until: { left().allSatisfy { $0 == nil } })
    await device.setFaults(.none)
    #expect(try await store.outbox().map(\.isAccepted) == [true])
    let next = await world.client(store: store)
    try await next.start()
    await settle("the mentions", until: { next.engine.outbox.queue.channels.isEmpty })
    #expect(device.requestCounts[.sendMention] == 3 && device.requestCounts[.send] == 1)
    try await next.stop()
  }

  @Test("It publishes no more drafts, and the draft is in the store")
  func drafts() async throws {
    let device = await world.device()
    let left = try await release { client in
      await slowDown(.seconds(1))
      let draft = try client.draft()
      draft.update(text: "kept")
      client.closeComposer(for: draft.key)
      await settle("the telling", until: { device.requestCounts[.saveDraft] == 1 })
    }
    await settle("its end", until: { left().allSatisfy { $0 == nil } })
    #expect(world.clock.sleeperCount == 0)
    #expect(try await store.draft(for: DraftWorld.general)?.content.text == "kept")
  }
}
