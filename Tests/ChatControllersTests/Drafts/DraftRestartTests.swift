import ChatDomain
import DeviceActions
import DraftEngine
import InMemoryService
import Settling
import Testing

@testable import ChatControllers

/// What a draft knows of the service after a restart.
@Suite(.watched) struct DraftRestartTests {
  let world: DraftWorld
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  @Test("Text written after sending is not merged with what was sent, not even after a restart")
  func startsAnewAfterRestart() async throws {
    let store = InMemoryStore()
    let first = await world.client("desk", store: store)
    let device = await world.device("desk")
    try await first.start()
    await settle { first.connection == .online && first.drafts.catchUp.task == nil }
    let draft = try first.draft()
    draft.update(text: "see you on Monday")
    await first.closeComposer(for: key)?.value
    await device.setFaults(.offline)
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 1 }
    draft.update(text: "see you at ten")
    try await first.flush()
    first.drafts.stop()
    sending.cancel()
    _ = try await world.device("phone").saveDraft(
      DraftContent(elements: [.plainText(text: "see you on Monday please")]), for: key, over: 1)
    await device.setFaults(.none)
    let second = await world.client("desk", store: store)
    try await second.start()
    await settle { second.connection == .online && second.drafts.catchUp.task == nil }
    await second.closeComposer(for: key)?.value
    #expect(try second.draft().text == "see you at ten")
    #expect(try await second.draftHistory().map(\.elements.text).contains("see you on Monday please"))
    try await second.stop()
  }

  /// A store with drafts under messages that the service has, which it does not know of.
  private func keptDrafts(_ count: Int) async throws -> (store: InMemoryStore, places: [DraftKey]) {
    var places: [DraftKey] = []
    for number in 1...count {
      places.append(
        DraftKey(channelId: key.channelId, parentId: try await world.message("parent \(number)").id))
    }
    let store = InMemoryStore()
    let now = world.clock.now
    try await store.perform(
      places.map { place in
        let content = DraftContent(elements: [
          .plainText(text: "kept under \(place.parentId?.rawValue ?? "")")
        ])
        return .saveDraft(StoredDraft(key: place, content: content, createdAt: now, updatedAt: now))
      })
    return (store, places)
  }

  @Test(
    "While a first place is being shown, kept drafts are not published, and nobody asks for what is above them"
  )
  func waitsForFirstPlace() async throws {
    let (store, places) = try await keptDrafts(20)
    let client = await world.client(store: store)
    let device = await world.device("desk")
    client.isShowingFirstPlace = true
    let log = ListLog()
    let list = client.threadListController()
    list.delegate = log
    try await client.start()
    try await list.synchronize()
    await settle { client.connection == .online && client.drafts.catchUp.task == nil }
    await settle(turns: 200)
    #expect(list.rows.isEmpty && log.threads.isEmpty)
    #expect(client.drafts.registry.inOrder.allSatisfy { $0.needsPublishing })
    #expect(device.requestCounts[.message] == nil && device.requestCounts[.saveDraft] == nil)
    // What is written now waits for nothing.
    try client.draft().update(text: "written now")
    await client.closeComposer(for: key)?.value
    #expect(try await world.device("other").draft(for: key)?.text == "written now")
    client.isShowingFirstPlace = false
    await settle("the parents and the drafts at the service") {
      list.rows.allSatisfy { $0.parent != nil }
        && client.drafts.registry.all.allSatisfy { !$0.needsPublishing }
    }
    #expect(log.threads.first?.count == places.count, "all of them come in one change")
    #expect(device.requestCounts[.message] == places.count)
  }

  @Test("Before a first place is shown what is read for it does not stand behind copies that are written")
  func readsBeforeCopies() async throws {
    let store = InMemoryStore()
    let client = await world.client(store: store)
    var requests = 0
    client.whenUnsaved = { requests += 1 }
    client.isShowingFirstPlace = true
    try await client.start()
    let list = client.channelListController()
    try await list.synchronize()
    await settle("the list", until: { !list.rows.isEmpty && requests > 0 })
    let message = try await world.message("while the place is on its way")
    let channel = client.channelController(for: key.channelId)
    try await channel.synchronize()
    await settle("the message", until: { channel.messages.contains { $0.id == message.id } })
    await settle(turns: 200)
    client.flushOwn { #expect($0 == nil) }
    #expect(try await client.draftHistory(for: key).isEmpty)
    #expect(try await store.cachedChannels(from: 0, limit: 9).isEmpty)
    #expect(try await store.cachedMessages(in: key.channelId, limit: 9).isEmpty)
    client.isShowingFirstPlace = false
    await settle("the list's copy") { (try? await store.cachedChannels(from: 0, limit: 9))?.isEmpty == false }
    await settle("the message's copy") {
      (try? await store.cachedMessages(in: key.channelId, limit: 9))?.isEmpty == false
    }
    try await client.stop()
  }

  @Test(
    "Whoever stops while a first place is being shown publishes everything all the same, and asks for nothing more"
  )
  func stopsBeforeFirstPlace() async throws {
    let (store, places) = try await keptDrafts(3)
    let client = await world.client(store: store)
    let device = await world.device("desk")
    client.isShowingFirstPlace = true
    let list = client.threadListController()
    try await client.start()
    try await list.synchronize()
    await settle { client.connection == .online }
    try await client.stop()
    await settle(turns: 200)
    #expect(device.requestCounts[.message] == nil)
    for place in places {
      #expect(try await world.device("other").draft(for: place) != nil)
    }
  }

  @Test("Whoever stops while a first place is being shown asks for no draft that the service's list lacks")
  func stopsBeforeAsking() async throws {
    let store = InMemoryStore()
    let (device, now) = (await world.device("desk"), world.clock.now)
    // The service had them once, and has none of them any more.
    try await store.perform(
      [DraftWorld.general, DraftWorld.lobby].map { place in
        let content = DraftContent(elements: [.plainText(text: "kept")])
        var draft = StoredDraft(key: place, content: content, createdAt: now, updatedAt: now)
        draft.ancestor = SyncedDraft(revision: 1, content: content)
        return .saveDraft(draft)
      })
    let client = await world.client(store: store)
    client.isShowingFirstPlace = true
    try await client.start()
    await settle { client.connection == .online }
    await settle(turns: 200)
    try await client.stop()
    await settle(turns: 200)
    #expect(device.requestCounts[.saveDraft] == nil)
    #expect(client.drafts.registry.all.allSatisfy { !$0.sync.isInDoubt })
  }

  @Test("A client that is let go while a first place is being shown leaves nothing behind")
  func letGoBeforeFirstPlace() async throws {
    let (store, _) = try await keptDrafts(3)
    var client: ChatClient? = await world.client(store: store)
    weak let gone = client
    client?.isShowingFirstPlace = true
    var list = client?.threadListController()
    try await client?.start()
    await settle { client?.connection == .online }
    #expect(list?.count == 0)
    (client, list) = (nil, nil)
    await settle("the client to go") { gone == nil }
  }

  @Test("However many drafts the service lacks, it has all of them after the next connection")
  func many() async throws {
    let (store, places) = try await keptDrafts(20)
    let client = await world.client(store: store)
    try await client.start()
    await settle("the last of them") {
      client.drafts.registry.all.allSatisfy { !$0.needsPublishing }
    }
    #expect(client.drafts.registry.all.count == places.count)
    for place in places {
      #expect(
        try await world.device("other").draft(for: place)?.text
          == "kept under \(place.parentId?.rawValue ?? "")")
    }
    try await client.stop()
  }
}
