import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Pending changes while the store fails.
@Suite(.watched) struct StoreBacklogTests {
  @Test(
    "While the store fails, the backlog grows with items, not with changes")
  func isBounded() async throws {
    let world = try await DraftWorld()
    let store = FullStore()
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock)
    await world.device().setFaults(.offline)
    try await client.start()
    let sent = try await world.message("as it was")
    let text = OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: "first")])
    let kept = try await client.engine.outbox.enqueueSend(text).message
    // During an attempt an edit is queued after the message; afterwards it changes the message itself.
    await settle {
      client.engine.outbox.queue[TransactionID(kept.id.rawValue)].map {
        $0.attempts == 1 && $0.message.localState == .pendingSend
          && client.engine.outbox.worker.states["general"]?.timer != nil
      } ?? false
    }
    await store.fail()
    let waiting = try await client.engine.outbox.enqueueSend(text).message
    let draft = try client.draft()
    for number in 0..<2_000 {
      let words: [MessageElement] = [.plainText(text: "edit \(number)")]
      switch number % 4 {
      case 0: _ = try await client.engine.outbox.edit(sent, elements: words)
      case 1: _ = try await client.engine.outbox.edit(waiting, elements: words)
      case 2: _ = try await client.engine.outbox.edit(kept, elements: words)
      default: draft.update(text: "draft \(number)")
      }
    }
    #expect(await store.largest <= 12)
    await store.recover()
    try await client.flush()
    #expect(try await store.inner.drafts().map(\.content.text) == ["draft 1999"])
    // A message in an attempt has its last text in a queued edit.
    let words = try await store.inner.outbox().map(\.message.text)
    #expect(words.count <= 5 && Set(words).isSuperset(of: ["edit 1996", "edit 1997", "edit 1998"]))
    try await client.stop()
  }

  @Test("A store counts as recovered once everything that failed is written")
  func nothingLeft() async throws {
    let world = try await DraftWorld()
    let store = FullStore()
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock)
    try await client.engine.outbox.load()
    await store.fail()
    let waiting = try await client.engine.outbox.enqueueSend(
      OutgoingMessage(key: DraftWorld.general, elements: [.plainText(text: "never mind")]))
    #expect(client.engine.writer.failure != nil)
    try await client.engine.outbox.delete(waiting.message, hard: true)
    await store.recover()
    let draft = try client.draft()
    draft.update(text: "words")
    try await client.flush()
    #expect(client.engine.writer.failure == nil)
    #expect(try await store.inner.drafts().map(\.content.text) == ["words"])
    try await client.stop()
  }
}

/// A full store that records the size of the largest batch.
private actor FullStore: WrappedStore {
  let inner = InMemoryStore()
  nonisolated var wrapped: any LocalStore { inner }
  private(set) var largest = 0

  func fail() async { inner.setFaults(.full) }
  func recover() async { inner.setFaults(.none) }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    largest = max(largest, changes.count)
    try await inner.perform(changes)
  }
}
