import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Text whose message was deleted, or got a new id, while it was not shown.
@Suite(.watched) struct LostPlaceTests {
  let world: DraftWorld
  let store = InMemoryStore()

  init() async throws { world = try await DraftWorld() }

  @Test("The text of an interrupted edit goes to the history when its message is deleted elsewhere")
  func leftEdit() async throws {
    let client = await world.client(store: store)
    try await client.start()
    await settle { client.connection == .online }
    let message = try await world.message("as it was")
    let draft = try client.draft()
    try draft.beginEdit(message)
    draft.update(text: "half an edit")
    client.closeComposer(for: draft.key)
    try await world.device("phone").delete(message.id, in: message.channelId, hard: true)
    await settle { draft.leftEdit == nil }
    #expect(try await client.draftHistory().map(\.elements.text) == ["half an edit"])
    #expect(try await client.draftHistory().map(\.reason) == [.parked])
    try await client.stop()
  }

  @Test("Text just cleared below a pending message is found under the message's new id")
  func clearedReply() async throws {
    let client = await world.client(store: store)
    try await client.engine.drafts.saver.load()
    let outgoing = OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: "hello")])
    let parent = try await client.engine.outbox.enqueueSend(outgoing).message
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "a reply")
    draft.update(text: "")
    var arrived = parent
    arrived.id = "arrived"
    arrived.timetoken = Timetoken(7)
    // It is not in the store yet.
    client.engine.drafts.references.follow(parent.id, to: arrived)
    let key = DraftKey(channelId: "general", parentId: "arrived")
    #expect(draft.key == key)
    #expect(try await client.draftHistory(for: key).map(\.elements.text) == ["a reply"])
    #expect(try await client.draftHistory().map(\.key) == [key])
  }

  @Test(
    "Text removed by undo, or deleted with a draft and its files, goes into the history")
  func takenAway() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "taken back")
    while try draft.undo() {}
    #expect(draft.text.isEmpty)
    #expect(try await client.draftHistory().map(\.elements.text) == ["taken back"])
    draft.update(text: "deleted")
    draft.files = [InputFile(name: "a", type: "b", source: .bytes([1]))]
    client.deleteDraft(for: draft.key)
    #expect(draft.text.isEmpty && draft.files.isEmpty)
    #expect(try await client.draftHistory().map(\.elements.text) == ["deleted", "taken back"])
  }

  @Test("Text not saved yet when its draft is joined with another is stored once, under the new id")
  func joinsUnsaved() async throws {
    let client = await world.client(store: store)
    try await client.engine.drafts.saver.load()
    let outgoing = OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: "hello")])
    let parent = try await client.engine.outbox.enqueueSend(outgoing).message
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    let key = DraftKey(channelId: "general", parentId: "arrived")
    let other = try client.draft(for: key)
    draft.update(text: "typed below the pending message")
    var arrived = parent
    arrived.id = "arrived"
    arrived.timetoken = Timetoken(7)
    client.engine.drafts.references.follow(parent.id, to: arrived)
    try await client.flush()
    #expect(draft.text == other.text)
    #expect(try await store.drafts().map(\.key) == [key])
    #expect(try await store.draft(for: key)?.content.text == "typed below the pending message")
  }

  @Test("Text on its way to the outbox stays first when two drafts are joined")
  func joinsWhileHandingOver() async throws {
    let files = HeldFileReader()
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock, files: files)
    try await client.engine.drafts.saver.load()
    let outgoing = OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: "hello")])
    let parent = try await client.engine.outbox.enqueueSend(outgoing).message
    let draft = try client.threadMessageDraft(for: parent, channelType: .group)
    draft.update(text: "being sent")
    draft.files = [InputFile(name: "a", type: "b", source: .path("/a"))]
    let sending = Task { try await draft.send() }
    await settle("the file", until: { await files.heldCount == 1 })
    let key = DraftKey(channelId: "general", parentId: "arrived")
    let other = try client.draft(for: key)
    other.update(text: "already there")
    var arrived = parent
    arrived.id = "arrived"
    arrived.timetoken = Timetoken(7)
    client.engine.drafts.references.follow(parent.id, to: arrived)
    try await client.flush()
    #expect(draft.key == key && draft.text == "already there")
    #expect(try await store.draft(for: key)?.content.text == "being sent\nalready there")
    #expect(try await store.draft(for: key)?.inputFiles.map(\.name) == ["a"])
    sending.cancel()
  }
}
