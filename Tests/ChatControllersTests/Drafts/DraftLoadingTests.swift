import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Loading the drafts of the last session from the store.
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

  @Test("A file attached before drafts are loaded joins the stored ones")
  func attachedBefore() async throws {
    let (kept, new) = (InputFile(path: "/kept.txt"), InputFile(path: "/new.txt"))
    try await store.perform([.saveDraft(stored(key, "", files: [kept]))])
    let client = await world.client(store: store)
    let draft = try client.draft(for: key)
    draft.files = [new]
    try await client.engine.drafts.saver.load()
    #expect(draft.files == [kept, new])
  }

  @Test("Observers may access other drafts during loading without losing text typed there")
  func askedMeanwhile() async throws {
    let places = (0..<4).map { DraftKey(channelId: "general", parentId: MessageID("p\($0)")) }
    try await store.perform(places.map { .saveDraft(stored($0, "kept")) })
    let client = await world.client(store: store)
    let drafts = try places.map { try client.draft(for: $0) }
    var listed: [Int] = []
    let listeners = drafts.map { _ in
      ClosureMessageDraftChangeListener { _, _ in listed.append(client.draftMessages().count) }
    }
    for (draft, listener) in zip(drafts, listeners) { draft.addChangeListener(listener) }
    drafts[1].update(text: "typed in 1")
    drafts[3].update(text: "typed in 3")
    try await client.engine.drafts.saver.load()
    try await client.flush()
    #expect(drafts.map(\.text) == ["kept", "typed in 1", "kept", "typed in 3"])
    #expect(listed.last == 4)
    #expect(try await client.draftHistory().map(\.key) == [places[3], places[1]])
    let saved = try await store.drafts()
    #expect(saved.sorted { $0.key < $1.key }.map(\.content.text) == drafts.map(\.text))
  }

  @Test("Unopened drafts are written again to a store that lost, deleted or moved them")
  func unopenedIsKept() async throws {
    let thread = DraftKey(channelId: "general", parentId: MessageID("p"))
    try await store.perform([.saveDraft(stored(key, "kept")), .saveDraft(stored(thread, "in a thread"))])
    let client = await world.client(store: store)
    try await client.engine.drafts.saver.load()
    try await store.perform([.deleteDraft(key), .deleteDraft(thread)])
    client.keepEverything()
    try await client.flush()
    #expect(Set(try await store.drafts().map(\.content.text)) == ["kept", "in a thread"])
    let next = await world.client(store: store)
    try await next.engine.drafts.saver.load()
    next.engine.drafts.delete(thread)
    next.engine.drafts.references.move(key, to: DraftWorld.lobby)
    try await next.flush()
    #expect(try await store.drafts().map(\.key) == [DraftWorld.lobby])
  }

  @Test("Unopened drafts are counted and listed like others")
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
    try await client.engine.drafts.saver.load()
    let registry = client.engine.drafts.registry
    func counts() -> [Int] { [registry.messageKeys.count, registry.sharedKeys.count, registry.keys.count] }
    #expect(counts() == [3, 2, 5])
    #expect(early.text == "words")
    #expect(client.inputFiles(ofDraft: places[3]) == [file])
    #expect(client.draftText(for: places[1]) == "shared" && client.draftText(for: places[2]) == nil)
    #expect(counts() == [3, 2, 5])
    #expect(registry.all.count == 5 && counts() == [3, 2, 5])
    #expect(Set(client.draftMessages().map(\.key)) == [places[0], places[1], places[3]])
  }
}
