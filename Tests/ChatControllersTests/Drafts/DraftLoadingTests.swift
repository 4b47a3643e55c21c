import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// How the drafts of the last session come from the store.
@Suite(.watched) struct DraftLoadingTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  private func stored(_ key: DraftKey, _ text: String, files: [InputFile] = [], synced: Bool = false)
    -> StoredDraft
  {
    let content = DraftContent(elements: [.plainText(text: text)])
    return StoredDraft(
      key: key, content: content, inputFiles: files, createdAt: world.clock.now,
      updatedAt: world.clock.now, ancestor: synced ? SyncedDraft(revision: 1, content: content) : nil)
  }

  @Test("What was read ahead is adopted by the start, which reads no draft again")
  func readAhead() async throws {
    try await store.perform([.saveDraft(stored(key, "kept"))])
    let client = await world.client(store: store)
    client.readAhead()
    // Only a second reading would see this.
    try await store.perform([.saveDraft(stored(key, "later")), .saveDraft(stored(DraftWorld.lobby, "new"))])
    try await client.start()
    #expect(client.draftMessages().map(\.text) == ["kept"])
    try await client.stop()
  }

  @Test("A store that could not be read ahead is reported by the start, and read again by the next one")
  func readAheadFails() async throws {
    try await store.perform([.saveDraft(stored(key, "kept"))])
    let client = await world.client(store: store)
    store.setFaults(StoreFaults(reading: .failed("broken")))
    client.readAhead()
    store.setFaults(.none)
    let draft = try client.draft()
    draft.update(text: "typed meanwhile")
    await #expect(throws: StoreError.failed("broken")) { try await client.start() }
    #expect(draft.text == "typed meanwhile")
    try await client.start()
    try await client.flush()
    #expect(try await store.draft(for: key)?.content.text == "typed meanwhile")
    #expect(try await client.draftHistory().map(\.elements.text) == ["kept"])
    try await client.stop()
  }

  @Test("Drafts that nobody has asked for are counted, listed and known like others")
  func unopened() async throws {
    let places = (0..<5).map { DraftKey(channelId: "general", parentId: MessageID("p\($0)")) }
    let file = InputFile(name: "a", type: "b", source: .bytes([1]))
    try await store.perform([
      .saveDraft(stored(places[0], "words")), .saveDraft(stored(places[1], "shared", synced: true)),
      .saveDraft(stored(places[2], " \n")), .saveDraft(stored(places[3], "", files: [file])),
      .saveDraft(stored(places[4], " ", synced: true)),
    ])
    let client = await world.client(store: store)
    let early = try client.draft(for: places[0])
    try await client.drafts.saver.load()
    let registry = client.drafts.registry
    func counts() -> [Int] { [registry.messageCount, registry.sharedKeys.count, registry.keys.count] }
    #expect(counts() == [3, 2, 5])
    #expect(early.text == "words")
    #expect(client.inputFiles(ofDraft: places[3]) == [file])
    #expect(client.draftText(for: places[1]) == "shared" && client.draftText(for: places[2]) == nil)
    #expect(counts() == [3, 2, 5])
    #expect(registry.states.count == 5 && counts() == [3, 2, 5])
    #expect(Set(client.draftMessages().map(\.key)) == [places[0], places[1], places[3]])
    try await client.flush()
    #expect(try await store.drafts().count == 5)
  }
}
