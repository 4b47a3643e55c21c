import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// A session of several weeks.
@Suite(.watched) struct DraftSessionTests {
  @Test("Empty drafts are released after a while, others never")
  func forgetsPlaces() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let shown = try client.draft()
    let kept = DraftKey(channelId: "kept")
    try client.draft(for: kept).update(text: "words")
    for number in 0..<5_000 {
      let place = try client.draft(for: DraftKey(channelId: ChannelID("c\(number)")))
      place.update(text: "typed")
      place.update(text: "")
      client.closeComposer(for: place.key)
      world.clock.advance(by: .seconds(10))
      if number % 100 == 0 { try await client.flush() }
    }
    #expect(client.engine.drafts.registry.all.count < 1_000)
    #expect(client.draftMessages().map(\.text) == ["words"])
    shown.update(text: "still the same")
    #expect(try client.draft().text == "still the same")
  }

  @Test("The number of remembered foreign threads is limited")
  func forgetsThreads() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let list = ThreadListController(client: client)
    let ana = User(id: "ana", name: "Ána")
    for number in 0..<3_000 {
      let reply = Message(
        id: MessageID("r\(number)"), channelId: "general", parentId: MessageID("p\(number)"), author: ana,
        elements: [.plainText(text: "to somebody")], createdAt: world.clock.now)
      client.engine.board.post(.event(.messageCreated(reply)))
    }
    #expect(list.foreign.count <= 1_024)
  }

  @Test("An empty draft is released ten minutes after its last edit, not earlier", arguments: [599, 600])
  func forgetsAfterTenMinutes(seconds: Int) async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let registry = client.engine.drafts.registry
    let key = DraftKey(channelId: "emptied")
    do {
      let draft = try client.draft(for: key)
      draft.update(text: "typed")
      draft.update(text: "")
    }
    client.closeComposer(for: key)
    try await client.flush()
    registry.kept(key)?.publication?.stop()
    #expect(registry.kept(key)?.isForgettable == true)
    world.clock.advance(by: .seconds(seconds))
    for number in 0..<300 { _ = registry.draft(for: DraftKey(channelId: ChannelID("c\(number)"))) }
    #expect((registry.kept(key) == nil) == (seconds == 600))
  }
}
