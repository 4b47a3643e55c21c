import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(.watched) struct StoreTakingOverTests {
  let world: DraftWorld
  let offtopic = DraftKey(channelId: "group.offtopic")

  init() async throws { world = try await DraftWorld() }

  private func stored(_ text: String, for key: DraftKey) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), caret: 0,
      createdAt: world.clock.now, updatedAt: world.clock.now)
  }

  @Test(
    "A session that takes the store over later loses neither the owner's text nor its own"
  )
  func takesOver() async throws {
    let store = InheritedStore()
    try await store.inner.perform([
      .saveDraft(stored("theirs", for: DraftWorld.general)),
      .saveDraft(stored("both", for: DraftWorld.lobby)),
      .saveDraft(stored("to be sent", for: offtopic)),
    ])
    let client = await world.client("second", store: store)
    try await client.start()
    let general = try client.draft()
    let lobby = try client.draft(for: DraftWorld.lobby, type: .public)
    lobby.update(text: "both, here")
    await #expect(throws: StoreError.lockedBy(process: 7)) { try await client.flush() }
    lobby.update(text: "both, here and later")

    let message = try await world.message("a message of another session")
    let entry = OutboxEntry(
      sequence: 1, transactionId: "left", work: .delete(hard: true), message: message)
    try await store.inner.perform([
      .saveDraft(stored("theirs, later", for: DraftWorld.general)),
      .saveDraft(stored("both, there", for: DraftWorld.lobby)), .deleteDraft(offtopic), .saveOutbox(entry),
    ])
    await store.release()
    // Without another edit: the writer retries automatically.
    world.clock.advance(by: .seconds(60))
    await settle { client.engine.writer.failure == nil }

    #expect(general.text == "theirs, later")
    #expect(lobby.text == "both, here and later")
    #expect(client.draftMessage(for: offtopic) == nil)
    // The deletion of the third draft is published, and then nothing of it is stored.
    world.clock.advance(by: .seconds(60))
    await settle { (try? await store.inner.drafts().count) == 2 }
    let texts = try await store.inner.drafts().map { [$0.key.channelId.rawValue, $0.content.text] }
    #expect(
      Set(texts) == [
        ["general", "theirs, later"], ["lobby", "both, here and later"],
      ])
    let history = try await client.draftHistory().map(\.elements.text)
    #expect(history == ["both, there"])
    // The owner's outbox entries are sent.
    await settle { (try? await store.inner.outbox().isEmpty) == true }
    #expect(try await world.device().messages(MessageQuery(channelId: "general")).elements.isEmpty)
    try await client.stop()
  }

  @Test("A store that lost its contents receives everything in memory")
  func keepsEverything() async throws {
    let store = InMemoryStore()
    let client = await world.client("desk", store: store)
    try await client.start()
    try client.draft().update(text: "one")
    try client.draft(for: DraftWorld.lobby, type: .public).update(text: "two")
    await world.device("desk").setFaults(.offline)
    let draft = try client.draft(for: offtopic)
    draft.update(text: "waits")
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 1 }
    try await client.flush()
    let (drafts, outbox) = (try await store.drafts(), try await store.outbox())
    try await store.perform(
      drafts.map { .deleteDraft($0.key) } + outbox.map { .deleteOutbox($0.transactionId) })
    client.keepEverything()
    try await client.flush()
    #expect(try await store.drafts() == drafts)
    #expect(try await store.outbox().map(\.transactionId) == outbox.map(\.transactionId))
    sending.cancel()
    try await client.stop()
  }
}
