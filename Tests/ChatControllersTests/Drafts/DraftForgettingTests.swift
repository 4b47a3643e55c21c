import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Deletion of the history, on request or by age.
@Suite(.watched) struct DraftForgettingTests {
  let world: DraftWorld
  let store = InMemoryStore()

  init() async throws { world = try await DraftWorld() }

  private func entry(_ text: String, at time: Timestamp) -> StoreChange {
    .addHistory(
      DraftHistoryEntry(
        key: DraftWorld.general, elements: [.plainText(text: text)], reason: .cleared, at: time))
  }

  private func texts(in store: InMemoryStore) async throws -> Set<String> {
    Set(try await store.draftHistory(for: nil, limit: 99).map(\.elements.text))
  }

  @Test("A read-only session refuses to delete history, names the owner, and does not do it later")
  func refusesWhileReading() async throws {
    let store = InheritedStore()
    try await store.inner.perform([entry("theirs", at: world.clock.now)])
    let client = await world.client(store: store)
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "cleared here")
    draft.update(text: "")
    await #expect(throws: StoreError.lockedBy(process: 7)) { try await client.forgetDraftHistory() }
    await store.release()
    world.clock.advance(by: .seconds(60))
    await settle { client.engine.writer.failure == nil }
    #expect(try await texts(in: store.inner) == ["theirs", "cleared here"])
    try await client.forgetDraftHistory()
    #expect(try await texts(in: store.inner).isEmpty)
    try await client.stop()
  }

  @Test("History that a full disk failed to delete is not deleted when there is room")
  func refusesWhenFull() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "cleared")
    draft.update(text: "")
    try await client.flush()
    store.setFaults(.full)
    await #expect(throws: StoreError.full) { try await client.forgetDraftHistory() }
    store.setFaults(.none)
    try await client.flush()
    #expect(try await texts(in: store) == ["cleared"])
    try await client.stop()
  }

  @Test("Undo does not restore deleted history, and the text in the composer stays")
  func undo() async throws {
    let client = await world.client(store: store)
    let (general, lobby) = (try client.draft(), try client.draft(for: DraftWorld.lobby, type: .public))
    for draft in [general, lobby] {
      draft.update(text: "a secret")
      draft.update(text: "")
      draft.update(text: "what stands here")
    }
    try await client.forgetDraftHistory(for: general.key)
    #expect(try general.undo() == false && general.text == "what stands here")
    #expect(try lobby.undo() && lobby.text.isEmpty)
    try await client.forgetDraftHistory()
    #expect(try lobby.redo() == false && lobby.undo() == false)
    // Text written after this point goes into the history.
    general.update(text: "what stands here and more")
    general.update(text: "")
    #expect(try await client.draftHistory().map(\.elements.text) == ["what stands here and more"])
    try await client.stop()
  }

  @Test("History that could not be deleted can still be undone")
  func undoAfterRefusal() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "words")
    draft.update(text: "")
    store.setFaults(.full)
    await #expect(throws: StoreError.full) { try await client.forgetDraftHistory() }
    #expect(try draft.undo() && draft.text == "words")
    store.setFaults(.none)
    try await client.stop()
  }

  @Test("The history is trimmed at startup, even if no text leaves a composer")
  func trimsAtStart() async throws {
    let now = world.clock.now
    let day = Duration.seconds(24 * 3600)
    try await store.perform(
      [entry("too old", at: now + (.zero - day * 40)), entry("too much", at: now + (.zero - day * 3))]
        + [entry("kept", at: now + (.zero - day * 2)), entry("kept too", at: now + (.zero - day))])
    var configuration = ClientConfiguration()
    configuration.historyCount = 2
    let client = ChatClient(
      service: await world.device(), store: store, clock: world.clock, configuration: configuration)
    try await client.start()
    await settle { client.engine.drafts.saver.trimmedAt != nil && client.engine.drafts.saver.trimming == nil }
    #expect(try await texts(in: store) == ["kept", "kept too"])
    try await client.stop()
  }

  @Test("While drafts are disabled, no history is trimmed")
  func trimsNothing() async throws {
    let now = world.clock.now
    let ages = [40, 39, 2]
    let old = ages.map { entry("\($0) days old", at: now + .seconds(-24 * 3600 * $0)) }
    try await store.perform(old)
    let client = await world.client(store: store, isEnabled: false)
    try await client.start()
    await settle()
    #expect(try await texts(in: store).count == 3)
    try await client.stop()
  }

  @Test(
    "The history is checked hourly, or at its maximum age if that is shorter",
    arguments: [(Duration.seconds(30 * 24 * 3600), Duration.seconds(3600)), (.seconds(100), .seconds(100))])
  func trimsWhenDue(age: Duration, pause: Duration) async throws {
    var configuration = ClientConfiguration()
    configuration.historyAge = age
    let client = ChatClient(
      service: await world.device(), store: store, clock: world.clock, configuration: configuration)
    let draft = try client.draft()
    func trimmed() async throws -> Timestamp? {
      draft.update(text: "words")
      draft.update(text: "")
      try await client.flush()
      await settle { client.engine.drafts.saver.trimming == nil }
      return client.engine.drafts.saver.trimmedAt
    }
    let first = world.clock.now
    #expect(try await trimmed() == first)
    world.clock.set(first + (pause - .seconds(1)))
    #expect(try await trimmed() == first)
    world.clock.set(first + pause)
    #expect(try await trimmed() == first + pause)
    // A clock that is set back gives no information about the age.
    world.clock.set(first)
    #expect(try await trimmed() == first)
  }
}
