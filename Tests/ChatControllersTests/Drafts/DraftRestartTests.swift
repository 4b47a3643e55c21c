import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// The known state of the service's draft after a restart.
@Suite(.watched) struct DraftRestartTests {
  let world: DraftWorld
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  @Test("Text written after sending is never merged with the sent text, even after a restart")
  func startsAnewAfterRestart() async throws {
    let store = InMemoryStore()
    let first = await world.client("desk", store: store)
    let device = await world.device("desk")
    try await first.start()
    await settle { first.connection == .online && first.engine.drafts.publisher.catchingUp == nil }
    let draft = try first.draft()
    draft.update(text: "see you on Monday")
    await first.closeComposer(for: key)?.value
    await device.setFaults(.offline)
    let sending = Task { try await draft.send() }
    await settle { (try? await store.outbox().count) == 1 }
    draft.update(text: "see you at ten")
    try await first.flush()
    first.engine.drafts.stop()
    sending.cancel()
    _ = try await world.device("phone").saveDraft(
      DraftContent(elements: [.plainText(text: "see you on Monday please")]), for: key, over: 1)
    await device.setFaults(.none)
    let second = await world.client("desk", store: store)
    try await second.start()
    await settle { second.connection == .online && second.engine.drafts.publisher.catchingUp == nil }
    await second.closeComposer(for: key)?.value
    #expect(try second.draft().text == "see you at ten")
    #expect(try await second.draftHistory().map(\.elements.text).contains("see you on Monday please"))
    try await second.stop()
  }

  /// A store with drafts below messages on the service that the client does not know.
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

  @Test("A client released while starting leaves nothing behind")
  func letGoEarly() async throws {
    let (store, _) = try await keptDrafts(3)
    var client: ChatClient? = await world.client(store: store)
    weak let gone = client
    var list = client.map { ThreadListController(client: $0) }
    try await client?.start()
    await settle { client?.connection == .online }
    #expect(list != nil)
    (client, list) = (nil, nil)
    await settle("the client to go") { gone == nil }
  }

  @Test("After reconnecting the service gets all drafts that it lacks, any number of them")
  func many() async throws {
    let (store, places) = try await keptDrafts(20)
    let client = await world.client(store: store)
    try await client.start()
    await settle("the last of them") {
      client.engine.drafts.registry.all.allSatisfy { !$0.needsPublishing }
    }
    #expect(client.engine.drafts.registry.all.count == places.count)
    for place in places {
      #expect(
        try await world.device("other").draft(for: place)?.text
          == "kept under \(place.parentId?.rawValue ?? "")")
    }
    try await client.stop()
  }
}
