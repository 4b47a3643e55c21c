import ChatDomain
import Testing

@Suite("Seen history is available offline")
struct KeptHistoryContractTests {
  private func query(
    _ room: ChannelID, _ position: MessageQuery.Position = .newest, under parent: MessageID? = nil
  ) -> MessageQuery {
    MessageQuery(channelId: room, parentId: parent, position: position, limit: 5)
  }

  private func kept(_ device: any ChatService, _ query: MessageQuery) async throws -> Page<Message> {
    let page = await device.keptMessages(query)
    return try #require(page)
  }

  @Test(
    "Pages are as the service gave them, and continue there", arguments: ServiceFixtures.allCases
  )
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let room = try await world.channel()
    let ann = world.ann
    for number in 0..<12 { try await world.ben.say("words \(number)", in: room) }
    let newest = try await ann.messages(query(room))
    let first = try #require(newest.previous)
    let before = try await ann.messages(query(room, .before(first)))
    try await world.disturb(ann, .offline)
    #expect(await failure { try await ann.messages(query(room)) }.isConnection)
    let page = try await kept(ann, query(room))
    #expect(page.elements == newest.elements && page.next == nil)
    let previous = try #require(page.previous)
    let older = try await kept(ann, query(room, .before(previous)))
    #expect(older.elements == before.elements)
    let next = try #require(older.next)
    #expect(try await kept(ann, query(room, .after(next))).elements == page.elements)
    let middle = before.elements[2]
    let around = try await kept(ann, query(room, .around(middle.id)))
    #expect(around.elements.count == 5 && around.elements.contains(middle))
    #expect(await ann.keptMessages(query("nowhere")) == nil)
    #expect(await ann.keptMessages(MessageQuery(channelId: room, limit: 0)) == nil)
    try await world.disturb(ann, .none)
    let beginning = try #require(older.previous)
    let rest = try await ann.messages(query(room, .before(beginning)))
    #expect(rest.elements.said.map(\.text).suffix(2) == ["words 0", "words 1"])
  }

  @Test("A thread can be read too", arguments: ServiceFixtures.allCases)
  func thread(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let room = try await world.channel()
    let root = try await world.ann.say("root", in: room)
    for number in 0..<7 { try await world.ben.say("reply \(number)", in: room, under: root.id) }
    let newest = try await world.ann.messages(query(room, under: root.id))
    try await world.disturb(world.ann, .offline)
    let page = try await kept(world.ann, query(room, under: root.id))
    #expect(page.elements == newest.elements)
    let previous = try #require(page.previous)
    let older = try await kept(world.ann, query(room, .before(previous), under: root.id))
    #expect(older.elements.map(\.text) == ["reply 0", "reply 1"])
    #expect(older.previous == nil)
    #expect(await world.ann.keptMessages(query(room, under: "$none")) == nil)
  }
}
