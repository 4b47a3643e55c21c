import ChatDomain
import Testing

@Suite("History pages")
struct PagingContractTests {
  private func filled(
    _ fixtures: ServiceFixtures, _ count: Int = 23, _ setup: ServiceSetup = ServiceSetup()
  ) async throws -> (ChatWorld, ChannelID) {
    let world = try await fixtures.world(setup)
    let room = try await world.channel()
    for number in 0..<count { try await (number % 3 == 0 ? world.ben : world.ann).say("\(number)", in: room) }
    return (world, room)
  }

  private func older(
    than page: Page<Message>, in room: ChannelID, by limit: Int, on device: any ChatService,
    between: () async throws -> Void = {}
  ) async throws -> [Message] {
    var found: [Message] = []
    var previous = page.previous
    while let cursor = previous {
      try await between()
      let page = try await device.messages(
        MessageQuery(channelId: room, position: .before(cursor), limit: limit))
      #expect(page.elements.count <= limit)
      found = page.elements + found
      previous = page.previous
    }
    return found
  }

  private func newer(
    than page: Page<Message>, in room: ChannelID, by limit: Int, on device: any ChatService,
    between: () async throws -> Void = {}
  ) async throws -> [Message] {
    var found: [Message] = []
    var next = page.next
    while let cursor = next {
      try await between()
      let page = try await device.messages(
        MessageQuery(channelId: room, position: .after(cursor), limit: limit))
      #expect(page.elements.count <= limit)
      found += page.elements
      next = page.next
    }
    return found
  }

  private func texts(_ messages: [Message]) -> [String] { messages.said.map(\.text) }

  @Test(
    "From either end every message comes once, oldest first", arguments: ServiceFixtures.allCases, [1, 4, 50])
  func fromTheEnds(fixtures: ServiceFixtures, limit: Int) async throws {
    let (world, room) = try await filled(fixtures)
    let all = (0..<23).map(String.init)
    let last = try await world.ann.messages(MessageQuery(channelId: room, limit: limit))
    #expect(last.next == nil)
    let before = try await older(than: last, in: room, by: limit, on: world.ann)
    #expect(texts(before + last.elements) == all)
    let first = try await world.ann.messages(MessageQuery(channelId: room, position: .oldest, limit: limit))
    #expect(first.previous == nil)
    let after = try await newer(than: first, in: room, by: limit, on: world.ann)
    #expect(texts(first.elements + after) == all)
  }

  @Test("From a message both directions reach everything", arguments: ServiceFixtures.allCases, [0, 11, 22])
  func around(fixtures: ServiceFixtures, number: Int) async throws {
    let (world, room) = try await filled(fixtures)
    let target = try #require(try await world.ann.wholeHistory(of: room).first { $0.text == "\(number)" })
    let page = try await world.ann.messages(
      MessageQuery(channelId: room, position: .around(target.id), limit: 5))
    #expect(page.elements.count <= 5)
    #expect(page.elements.contains { $0.id == target.id })
    let before = try await older(than: page, in: room, by: 4, on: world.ann)
    let after = try await newer(than: page, in: room, by: 4, on: world.ann)
    #expect(texts(before + page.elements + after) == (0..<23).map(String.init))
  }

  @Test("Nothing is repeated or missed while others send", arguments: ServiceFixtures.allCases)
  func concurrentSending(fixtures: ServiceFixtures) async throws {
    let (world, room) = try await filled(fixtures)
    let all = (0..<23).map(String.init)
    let send = { @Sendable () async throws -> Void in _ = try await world.ben.say("new", in: room) }
    let last = try await world.ann.messages(MessageQuery(channelId: room, limit: 4))
    let before = try await older(than: last, in: room, by: 4, on: world.ann, between: send)
    #expect(texts(before + last.elements) == all)
    let first = try await world.ann.messages(MessageQuery(channelId: room, position: .oldest, limit: 4))
    let after = try await newer(than: first, in: room, by: 6, on: world.ann, between: send)
    let found = first.elements + after
    #expect(Set(found.map(\.id)).count == found.count)
    #expect(Array(texts(found).prefix(23)) == all)
    #expect(found.map(\.id) == (try await world.ann.wholeHistory(of: room)).map(\.id))
  }

  @Test("A cursor stays valid when its message is hard-deleted", arguments: ServiceFixtures.allCases)
  func deletedAtTheCursor(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    for number in 0..<12 { try await world.ann.say("\(number)", in: room) }
    let page = try await world.ann.messages(MessageQuery(channelId: room, limit: 4))
    for message in page.elements.prefix(2) { try await world.ann.delete(message.id, in: room, hard: true) }
    let before = try await older(than: page, in: room, by: 3, on: world.ann)
    #expect(texts(before) == (0..<8).map(String.init))
  }

  @Test("A thread has its own pages", arguments: ServiceFixtures.allCases)
  func thread(fixtures: ServiceFixtures) async throws {
    let (world, room) = try await filled(fixtures, 2)
    let parent = try await world.ann.say("parent", in: room)
    for number in 0..<7 { try await world.ben.say("r\(number)", in: room, under: parent.id) }
    let replies = try await world.ann.wholeHistory(of: room, under: parent.id, by: 3)
    #expect(replies.map(\.text) == (0..<7).map { "r\($0)" })
    #expect(replies.allSatisfy { $0.parentId == parent.id })
    #expect(try await world.ann.texts(in: room) == ["0", "1", "parent"])
  }

  @Test("An invalid cursor is refused by every list", arguments: ServiceFixtures.allCases)
  func invalidCursor(fixtures: ServiceFixtures) async throws {
    let (world, room) = try await filled(
      fixtures, 3, ServiceSetup(uses: .pinsMessages, .searchesMessages, .keepsDrafts))
    let refused = ChatError.refused(.invalidCursor)
    for cursor in ["nonsense", "", "1", "d:1:2"] as [Cursor] {
      let list = ListQuery(limit: 2, cursor: cursor)
      await #expect(throws: refused) {
        try await world.ann.messages(MessageQuery(channelId: room, position: .before(cursor)))
      }
      await #expect(throws: refused) {
        try await world.ann.messages(MessageQuery(channelId: room, position: .after(cursor)))
      }
      await #expect(throws: refused) { try await world.ann.channels(list) }
      await #expect(throws: refused) { try await world.ann.members(of: room, list) }
      await #expect(throws: refused) { try await world.ann.pinnedMessages(in: room, list) }
      await #expect(throws: refused) { try await world.ann.search(SearchQuery(text: "1", cursor: cursor)) }
      await #expect(throws: refused) {
        try await world.ann.drafts(DraftListQuery(pagination: Pagination(pageSize: 2, cursor: cursor)))
      }
    }
    #expect(
      await failure {
        try await world.ann.messages(MessageQuery(channelId: room, position: .around("nothing")))
      }.isNotFound)
  }

  @Test("A page of zero is refused", arguments: ServiceFixtures.allCases, [0, -1])
  func emptyPage(fixtures: ServiceFixtures, limit: Int) async throws {
    let (world, room) = try await filled(fixtures, 1, ServiceSetup(uses: .keepsDrafts))
    #expect(
      await failure { try await world.ann.messages(MessageQuery(channelId: room, limit: limit)) }.isInvalid)
    #expect(await failure { try await world.ann.channels(ListQuery(limit: limit)) }.isInvalid)
    #expect(
      await failure {
        try await world.ann.drafts(DraftListQuery(pagination: Pagination(pageSize: limit)))
      }.isInvalid)
  }
}
