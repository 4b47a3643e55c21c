import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// A reply draft to a message that is not on the service yet.
@Suite(.watched) struct DraftThreadArrivalTests {
  let world: DraftWorld
  let store = GatedStore()

  init() async throws { world = try await DraftWorld() }

  private func client() async -> ChatClient {
    ChatClient(service: await world.device(), store: store, clock: world.clock)
  }

  /// An offline client with a queued message.
  private func waiting() async throws -> (ChatClient, Message) {
    await world.device().setFaults(.offline)
    let client = await client()
    try await client.start()
    return (client, try await send("hello", in: client))
  }

  private func send(_ text: String, in client: ChatClient) async throws -> Message {
    let message = OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: text)])
    return try await client.engine.outbox.enqueueSend(message).message
  }

  private func connect() async { await world.device().setFaults(.none) }

  /// The message from the service, once it has arrived.
  private func arrival(of message: Message, in client: ChatClient) async throws -> Message {
    let id = TransactionID(message.id.rawValue)
    await settle {
      world.clock.advance(by: .seconds(1))
      return client.engine.outbox.entries.results.answer(to: id) != nil
    }
    return try await client.engine.outbox.result(of: id)
  }

  private func thread(_ parent: MessageID) -> DraftKey {
    DraftKey(channelId: "general", parentId: parent)
  }

  @Test(
    "A reply begun under a pending message follows it to its id, in the batch that saves the arrival")
  func goesAlong() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    try await client.flush()
    #expect(try await store.draft(for: thread(parent.id))?.content.text == "reply")
    client.closeComposer(for: draft.key)
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    #expect(draft.key == thread(arrived.id) && draft.text == "reply")
    await settle { (try? await store.draft(for: draft.key)?.content.text) == "reply" }
    #expect(try await store.drafts().map(\.key) == [draft.key])
    let batch = try #require(await store.batches.first { $0.contains(.deleteDraft(thread(parent.id))) })
    #expect(batch.contains(.deleteOutbox(TransactionID(parent.id.rawValue))))
    #expect(batch.contains { if case .saveDraft(let kept) = $0 { kept.key == draft.key } else { false } })
    let phone = await world.device("phone")
    await settle {
      world.clock.advance(by: .seconds(1))
      return (try? await phone.draft(for: draft.key))??.text == "reply"
    }
    #expect(try await phone.draft(for: thread(parent.id)) == nil)
    draft.update(text: "another")
    try await client.flush()
    #expect(try await store.drafts().map(\.content.text) == ["another"])
    #expect(client.draftMessages().map(\.key) == [draft.key])
    // A caller with the old id gets the same draft.
    #expect(try client.threadMessageDraft(for: parent).text == "another")
    #expect(try client.draft(for: thread(parent.id)).text == "another")
    #expect(client.draftMessage(for: thread(parent.id))?.text == "another")
    try await client.stop()
  }

  @Test("No draft or typing signal is sent under an id that only this device knows")
  func keepsToItself() async throws {
    let (client, parent) = try await waiting()
    let device = await world.device()
    var slow = ServiceFaults.none
    slow.latency = .seconds(3600)...(.seconds(3600))
    await device.setFaults(slow)
    world.clock.advance(by: .seconds(60))
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    client.closeComposer(for: draft.key)
    world.clock.advance(by: .seconds(10))
    await settle()
    #expect(device.requestCounts[.saveDraft] == nil && device.requestCounts[.setTyping] == nil)
    client.engine.drafts.stop()
    #expect(client.draftMessages().map(\.text) == ["reply"])
  }

  @Test("A draft being saved under the old id when the message arrives does not stay there")
  func overtakesWriting() async throws {
    let client = await client()
    try await client.start()
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    let device = await world.device()
    var slow = ServiceFaults.none
    slow.latency = .seconds(5)...(.seconds(5))
    await device.setFaults(slow)
    let parent = try await send("hello", in: client)
    await settle { device.requestCounts[.send] == 1 }
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    await store.close(.writing)
    draft.update(text: "reply")
    await settle { await store.count(at: .writing) == 1 }
    draft.update(text: "reply!")
    await device.setFaults(.none)
    let arrived = try await arrival(of: parent, in: client)
    await store.open(.writing)
    try await client.flush()
    #expect(try await store.drafts().map(\.key) == [thread(arrived.id)])
    #expect(try await store.drafts().map(\.content.text) == ["reply!"])
    try await client.stop()
    #expect(try await store.drafts().map(\.key) == [thread(arrived.id)])
  }

  @Test("Text that left the composer before the message had its id is found under both ids")
  func movesHistory() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "first thoughts")
    client.deleteDraft(for: draft.key)
    draft.update(text: "second thoughts")
    client.deleteDraft(for: draft.key)
    #expect(try await client.draftHistory(for: thread(parent.id)).count == 2)
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    for id in [arrived.id, parent.id] {
      let found = try await client.draftHistory(for: thread(id))
      #expect(found.map(\.elements.text) == ["second thoughts", "first thoughts"])
    }
    #expect(try await store.draftHistory(for: thread(parent.id), limit: 9).isEmpty)
    try await client.stop()
  }

  @Test("It is found after a restart too, with nothing left of the draft itself")
  func movesHistoryAfterRestart() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "thoughts")
    client.deleteDraft(for: draft.key)
    try await client.flush()
    try await client.stop()
    let again = await self.client()
    try await again.start()
    await connect()
    let arrived = try await arrival(of: parent, in: again)
    await settle { (try? await store.outbox().isEmpty) == true }
    for id in [arrived.id, parent.id] {
      #expect(try await again.draftHistory(for: thread(id)).map(\.elements.text) == ["thoughts"])
    }
    try await again.stop()
  }

  @Test("A reply sent before its message has arrived waits for it and goes into its thread")
  func waitsBehind() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 2 }
    #expect(draft.text.isEmpty)
    #expect(try await store.drafts().isEmpty)
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    let timetoken = try await sending.value
    let replies = try await world.device("phone").messages(
      MessageQuery(channelId: "general", parentId: arrived.id))
    #expect(replies.elements.map(\.timetoken) == [timetoken])
    try await client.stop()
  }

  @Test("A reply to a refused message waits until that is sent")
  func waitsForResending() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 2 }
    await world.device().setFaults(.with { $0.refusals = [RefusedRequest([.send], .notAllowed)] })
    await settle {
      world.clock.advance(by: .seconds(1))
      return client.engine.outbox.queue[TransactionID(parent.id.rawValue)]?.failure != nil
    }
    await settle()
    #expect(client.pendingWork(in: "general").map(\.message.localState) == [.sendingFailed, .pendingSend])
    draft.update(text: "a draft as well")
    await world.device().setFaults(.none)
    try await client.engine.outbox.resend(parent.id, in: "general")
    _ = try await sending.value
    #expect(draft.key == thread(try await arrival(of: parent, in: client).id))
    #expect(draft.text == "a draft as well")
    try await client.stop()
  }

  @Test(
    "When the message is withdrawn, its reply goes into the history, and sending it is refused")
  func losesParent() async throws {
    let (client, parent) = try await waiting()
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    try await client.flush()
    try await client.engine.outbox.delete(parent, hard: false)
    #expect(draft.text.isEmpty)
    #expect(try await client.draftHistory().map(\.elements.text) == ["reply"])
    #expect(try await store.drafts().isEmpty)
    draft.update(text: "too late")
    await #expect(throws: OutboxError.failed(.refused(.replyToDeletedMessage))) { try await draft.send() }
    #expect(draft.text == "too late")
    await connect()
    try await client.stop()
    #expect(try await world.device("phone").draft(for: thread(parent.id)) == nil)
  }

  @Test("After a restart the draft is below the pending message and follows it")
  func survivesRestart() async throws {
    let (dying, parent) = try await waiting()
    let begun = try dying.threadMessageDraft(for: parent, channelType: .group)
    begun.update(text: "reply")
    try await dying.stop()
    let client = await client()
    try await client.start()
    let draft = try client.draft(for: thread(parent.id))
    #expect(draft.text == "reply")
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    #expect(draft.key == thread(arrived.id) && draft.text == "reply")
    try await client.stop()
    #expect(try await store.drafts().map(\.key) == [thread(arrived.id)])
  }

  @Test("A message that arrives while its reply is being sent leaves no draft under either id")
  func arrivesDuringHandover() async throws {
    let reader = HeldFileReader()
    await world.device().setFaults(.offline)
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock, files: reader)
    try await client.start()
    let parent = try await send("hello", in: client)
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    draft.files = [InputFile(name: "f", type: "t", source: .path("f"))]
    try await client.flush()
    let sending = Task { try await draft.send() }
    await reader.untilAsked()
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    #expect(draft.key == thread(arrived.id))
    try await client.flush()
    // Until the outbox has the reply, its draft must stay stored.
    #expect(try await store.drafts().map(\.content.text) == ["reply"])
    #expect(try await store.drafts().map(\.key) == [draft.key])
    await reader.release()
    _ = try await sending.value
    try await client.flush()
    await settle { draft.shared.publication?.task == nil }
    try await client.stop()
    #expect(try await store.drafts().map(\.content.text).allSatisfy(\.isEmpty))
    #expect(try await store.draft(for: thread(parent.id)) == nil)
    #expect(try await client.draftHistory().map(\.elements.text) == ["reply"])
  }

  @Test("A draft under the new id is joined, and both composers show it")
  func joinsOther() async throws {
    let (client, parent) = try await waiting()
    var arrived = parent
    arrived.id = "m-new"
    let mine = try client.threadMessageDraft(for: parent, channelType: .group)
    let file = InputFile(name: "a", type: "b", source: .bytes([1]))
    mine.update(text: "mine")
    mine.files = [file]
    try await client.flush()
    let other = try client.draft(for: thread("m-new"))
    other.update(text: "theirs")
    client.engine.drafts.references.follow(parent.id, to: arrived)
    #expect(mine.key == other.key && mine.text == "theirs" && other.files == [file])
    mine.update(text: "theirs, mine")
    #expect(other.text == "theirs, mine")
    try await client.flush()
    #expect(try await store.drafts().map(\.key) == [thread("m-new")])
    #expect(try await client.draftHistory().map(\.elements.text) == ["mine"])
    #expect(client.draftMessages().map(\.text) == ["theirs, mine"])
  }

  @Test("The thread list shows the draft below the pending message, then below the arrived one")
  func listsThread() async throws {
    let (client, parent) = try await waiting()
    let list = ThreadListController(client: client)
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "reply")
    #expect(list.rows.map(\.parent?.text) == ["hello"])
    await connect()
    let arrived = try await arrival(of: parent, in: client)
    #expect(list.rows.map(\.key) == [thread(arrived.id)])
    #expect(list.rows.map(\.draft?.text) == ["reply"])
    await settle { list.rows.map(\.parent?.text) == ["hello"] }
    try await client.stop()
  }
}
