import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// A service with older versions of a draft than this device's, or with a different one at each request.
@Suite(.watched) struct DraftRollbackTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  private func content(_ text: String) -> DraftContent { DraftContent(elements: [.plainText(text: text)]) }

  private func stored(
    _ text: String, at revision: DraftRevision, unanswered: [DraftContent?] = []
  ) -> StoredDraft {
    StoredDraft(
      key: key, content: content(text), createdAt: world.clock.now, updatedAt: world.clock.now,
      ancestor: SyncedDraft(revision: revision, content: content(text)),
      unanswered: unanswered.map { DraftDigest($0) })
  }

  private func served() async throws -> DraftMessage? { try await world.device("third").draft(for: key) }

  @Test("A service restored from a backup receives this device's draft again")
  func setBack() async throws {
    _ = try await world.device("phone").saveDraft(content("older words"), for: key, over: 0)
    try await store.perform([.saveDraft(stored("what stands here", at: 5))])
    let client = await world.client(store: store)
    try await client.start()
    await settle("the draft", until: { (try? await served()?.text) == "what stands here" })
    #expect(try client.draft().text == "what stands here")
    #expect(try await client.draftHistory().map(\.elements.text) == ["older words"])
    try await client.stop()
  }

  @Test(
    "Of the service's versions the later one counts, from the store or an event",
    arguments: [(stored: 1, event: 2), (2, 2), (3, 2)])
  func laterCounts(stored: Int, event: Int) async throws {
    let kept = self.stored("kept", at: DraftRevision(stored), unanswered: [content("unanswered")])
    try await store.perform([.saveDraft(kept)])
    let client = await world.client(store: store)
    var remote = RemoteDraft(conflict: nil, revision: DraftRevision(event))
    remote.content = content("of the event")
    client.engine.drafts.publisher.receive(remote, for: key)
    try await client.engine.drafts.saver.load()
    let state = client.engine.drafts.registry.draft(for: key)
    #expect(state.sync.revision == DraftRevision(max(stored, event)))
    #expect(state.sync.isUnanswered(content("unanswered")) == (stored >= event))
  }

  @Test("A service that answers each request with another device's version is paused")
  func endlessConflicts() async throws {
    let client = await world.client(store: store)
    try await client.start()
    await settle("the connection") {
      client.connection == .online && client.engine.drafts.publisher.catchingUp == nil
    }
    let (device, phone) = (await world.device(), await world.device("phone"))
    await device.setFaults(.with { $0.latency = .seconds(1)...(.seconds(1)) })
    try client.draft().update(text: "mine")
    client.closeComposer(for: key)
    for number in 1...9 {
      await settle("request \(number)") { device.requestCounts[.saveDraft] == number }
      _ = try await phone.saveDraft(
        content("theirs \(number)"), for: key, over: try await served()?.revision ?? 0)
      await world.clock.untilAsleep()
      world.clock.advance(by: .seconds(1))
    }
    await settle(turns: 3_000)
    #expect(device.requestCounts[.saveDraft] == 9)
    await device.setFaults(.none)
    world.clock.advance(by: .seconds(60))
    await settle("the draft", until: { (try? await served()?.text.contains("mine")) == true })
    try await client.stop()
  }

  @Test(
    "A late event does not restore a deleted draft, after any number of others",
    arguments: [true, false])
  func lateEvent(isDeletedHere: Bool) async throws {
    let client = await world.client(store: store)
    try await client.start()
    await settle("the connection") {
      client.connection == .online && client.engine.drafts.publisher.catchingUp == nil
    }
    // A draft that is in use is not forgotten.
    var draft: MessageDraft? = try client.draft()
    draft?.update(text: "old words")
    await client.closeComposer(for: key)?.value
    let old = try #require(try await served())
    world.clock.advance(by: .seconds(300))
    if isDeletedHere {
      draft?.update(text: "")
      await client.closeComposer(for: key)?.value
    } else {
      world.clock.advance(by: .seconds(400))
      try await world.device("phone").deleteDraft(for: key, over: old.revision)
      await settle("the deletion") { draft?.text.isEmpty == true }
    }
    draft = nil
    try await client.flush()
    let registry = client.engine.drafts.registry
    world.clock.advance(by: .seconds(500))
    for number in 0..<600 {
      _ = registry.draft(for: DraftKey(channelId: ChannelID("place \(number)")))
    }
    client.engine.drafts.publisher.receive(RemoteDraft(old), for: key)
    #expect(registry.kept(key)?.isEmpty == true)
    try await client.stop()
  }
}
