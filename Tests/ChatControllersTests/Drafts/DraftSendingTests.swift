import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(.watched) struct DraftSendingTests {
  @Test("An empty draft, blanks and a quote alone are refused", arguments: ["", "  \n "])
  func refusesEmpty(text: String) async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let draft = try client.draft()
    draft.update(text: text)
    try draft.addQuote(try await world.message("hello"))
    await #expect(throws: OutboxError.failed(.refused(.emptyMessage))) { try await draft.send() }
    #expect(draft.text == text && draft.quoted != nil)
  }

  @Test(
    "5: the composer is empty at once, and the message's batch removes the draft from the store")
  func empties() async throws {
    let world = try await DraftWorld()
    let store = InMemoryStore()
    let client = await world.client(store: store)
    await world.device().setFaults(.offline)
    try await client.start()
    let draft = try client.draft()
    let log = ListenerLog()
    draft.update(text: "hi @Ann ")
    try draft.addMention(offset: 3, length: 4, target: .user(userId: "ana"))
    try await client.flush()
    draft.addChangeListener(log)
    let sending = Task { try await draft.send() }
    await settle { draft.text.isEmpty }
    #expect(log.texts == [""])
    await settle { (try? await store.outbox().count) == 1 }
    #expect(try await store.draft(for: draft.key) == nil)
    let entry = try #require(try await store.outbox().first)
    #expect(entry.message.elements.text == "hi @Ann ")
    guard case .send(let new) = entry.work else { throw ChatError.cancelled }
    #expect(new.markup == "hi [@Ann](pn-user://ana) ")
    #expect(try await client.draftHistory().map(\.reason) == [.sent])
    // Editing continues at once, with an empty draft.
    draft.update(text: "next")
    try await client.flush()
    #expect(try await store.draft(for: draft.key)?.content.text == "next")
    await world.device().setFaults(.none)
    world.clock.advance(by: .seconds(60))
    #expect(try await sending.value > Timetoken(0))
    #expect(draft.text == "next")
    try await client.stop()
  }

  @Test("A second send during the first is refused, and nothing is sent twice")
  func refusesSecond() async throws {
    let world = try await DraftWorld()
    let store = GatedStore()
    let client = await world.client(store: store)
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "once")
    try await client.flush()
    await store.close(.messages)
    let first = Task { try await draft.send() }
    await settle { await store.count(at: .messages) == 1 }
    await #expect(throws: OutboxError.sendUnderWay) { try await draft.send() }
    await store.open(.messages)
    #expect(try await first.value > Timetoken(0))
    let page = try await world.device().messages(MessageQuery(channelId: "general"))
    #expect(page.elements.filter { $0.text == "once" }.count == 1)
    try await client.stop()
  }

  @Test("Two messages written offline arrive in order")
  func keepsOrder() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    await world.device().setFaults(.offline)
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "one")
    let first = Task { try await draft.send() }
    await settle { draft.text.isEmpty }
    draft.update(text: "two")
    let second = Task { try await draft.send() }
    await settle { client.engine.outbox.entries(in: "general").count == 2 }
    await world.device().setFaults(.none)
    await settle {
      world.clock.advance(by: .seconds(5))
      return client.engine.outbox.queue.channels.isEmpty
    }
    #expect(try await first.value < second.value)
    try await client.stop()
  }

  @Test("A message refused before it is saved returns to the composer, before text typed since")
  func putsBack() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    draft.update(text: String(repeating: "x", count: 40_000))
    let file = InputFile(name: "a", type: "b", source: .path("/nowhere"))
    draft.files = [file]
    await #expect(throws: OutboxError.self) { try await draft.send() }
    #expect(draft.text.count == 40_000 && draft.files == [file])
    #expect(draft.canUndo)
    #expect(try await client.draftHistory().isEmpty)
    let log = ListenerLog()
    log.onChange = { [weak draft] in if draft?.text.isEmpty == true { draft?.update(text: "since") } }
    draft.addChangeListener(log)
    await #expect(throws: OutboxError.self) { try await draft.send() }
    #expect(draft.text.hasPrefix("xxx") && draft.text.hasSuffix("x\nsince"))
    #expect(draft.text.count == 40_006)
    try await client.stop()
  }

  @Test("5: a refusal throws its reason, and the text stays in the failed message")
  func throwsReason() async throws {
    let world = try await DraftWorld()
    let store = InMemoryStore()
    let client = await world.client(store: store)
    await world.device().setFaults(.with { $0.refusals = [RefusedRequest([.send], .notAllowed)] })
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "precious")
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) { try await draft.send() }
    #expect(draft.text.isEmpty)
    #expect(try await store.outbox().first?.message.text == "precious")
    try await client.stop()
  }

  @Test("R5: mentioned users are notified once, the author never; files and quote are sent along")
  func sendsParts() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let device = await world.device()
    let quoted = try await world.message("hello", by: "ana")
    let draft = try client.draft()
    draft.update(text: "Ana Ana me")
    try draft.addMention(offset: 0, length: 3, target: .user(userId: "ana"))
    try draft.addMention(offset: 4, length: 3, target: .user(userId: "ana"))
    try draft.addMention(offset: 8, length: 2, target: .user(userId: "me"))
    draft.files = [InputFile(name: "a.txt", type: "text/plain", source: .bytes([1, 2, 3]))]
    try draft.addQuote(quoted)
    let timetoken = try await draft.send()
    #expect(draft.files.isEmpty && draft.quoted == nil)
    let page = try await device.messages(MessageQuery(channelId: "general"))
    let message = try #require(page.elements.first { $0.timetoken == timetoken })
    #expect(message.files.map(\.name) == ["a.txt"])
    #expect(message.quoted?.id == quoted.id)
    await settle { device.requestCounts[.sendMention] != nil }
    await settle()
    #expect(device.requestCounts[.sendMention] == 1)
    try await client.stop()
  }
}
