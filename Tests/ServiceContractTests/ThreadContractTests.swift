import ChatDomain
import Testing

@Suite("Threads of a service")
struct ThreadContractTests {
  @Test(
    "A reply is in the thread, and in the channel if requested", arguments: ServiceFixtures.allCases)
  func places(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("where?", in: room)
    let hidden = try await world.ben.say("here", in: room, under: parent.id)
    let shown = try await world.ben.say("and there", in: room, under: parent.id, shown: true)
    #expect(hidden.parentId == parent.id && !hidden.isShownInChannel && shown.isShownInChannel)
    #expect(try await world.ann.texts(in: room) == ["where?", "and there"])
    #expect(try await world.ann.texts(in: room, under: parent.id) == ["here", "and there"])
    #expect(try await world.ann.channel(room).lastMessage?.id == shown.id)
    #expect(try await world.ann.message(hidden.id, in: room).parentId == parent.id)
  }

  @Test("Threads are one level deep, and start only where allowed", arguments: ServiceFixtures.allCases)
  func rules(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let (room, other) = (try await world.channel(), try await world.channel("other"))
    let parent = try await world.ann.say("parent", in: room)
    let reply = try await world.ben.say("reply", in: room, under: parent.id, shown: true)
    await #expect(throws: ChatError.refused(.replyToReply)) {
      try await world.ann.say("no", in: room, under: reply.id)
    }
    let deleted = try await world.ann.say("deleted", in: room)
    try await world.ann.delete(deleted.id, in: room, hard: false)
    await #expect(throws: ChatError.refused(.replyToDeletedMessage)) {
      try await world.ben.say("no", in: room, under: deleted.id)
    }
    #expect(await failure { try await world.ben.say("no", in: room, under: "nothing") }.isNotFound)
    #expect(await failure { try await world.ben.say("no", in: other, under: parent.id) }.isNotFound)
    #expect(try await world.ann.texts(in: room, under: parent.id) == ["reply"])
  }

  @Test("System messages have no replies", arguments: ServiceFixtures.allCases)
  func systemMessage(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    try await world.ann.add(["cay"], to: room)
    // System messages are optional for a service.
    guard let notice = try await world.ann.wholeHistory(of: room).first(where: { $0.kind == .system }) else {
      return
    }
    await #expect(throws: ChatError.refused(.replyToSystemMessage)) {
      try await world.ann.say("welcome", in: room, under: notice.id)
    }
  }

  @Test("A reply reports itself and its thread", arguments: ServiceFixtures.allCases)
  func events(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("where?", in: room)
    var tap = try await world.tap(world.ann)
    let reply = try await world.ben.say("here", in: room, under: parent.id)
    let created = try await world.events(&tap)
    #expect(created.created.map(\.id) == [reply.id])
    #expect(created.threadInfos.last?.targetMessageId == parent.id)
    #expect(created.threadInfos.last?.threadInfo.replyCount == 1)
    try await world.ben.delete(reply.id, in: room, hard: true)
    let deleted = try await world.events(&tap)
    #expect(deleted.deleted.map(\.parentId) == [parent.id])
    #expect(deleted.threadInfos.last?.threadInfo.replyCount == 0)
  }

  @Test(
    "Soft-deleting a parent keeps its replies, hard-deleting removes them",
    arguments: ServiceFixtures.allCases)
  func parentDeleted(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("where?", in: room)
    let reply = try await world.ben.say("here", in: room, under: parent.id, shown: true)
    try await world.ann.delete(parent.id, in: room, hard: false)
    #expect(try await world.ben.texts(in: room, under: parent.id) == ["here"])
    try await world.ann.delete(parent.id, in: room, hard: true)
    #expect(await failure { try await world.ben.message(reply.id, in: room) }.isNotFound)
    #expect(try await world.ben.texts(in: room).isEmpty)
  }

  @Test(
    "The list has the user's threads, last reply first", arguments: ServiceFixtures.allCases)
  func list(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: ["ben", "cay"])
    let begun = try await world.ann.say("begun", in: room)
    let joined = try await world.ben.say("joined", in: room)
    let mentioned = try await world.ben.say("mentioned", in: room)
    let foreign = try await world.ben.say("foreign", in: room)
    try await world.ann.say("alone", in: room)
    try await world.ben.say("r", in: room, under: begun.id)
    try await world.ann.say("r", in: room, under: joined.id)
    let mention = try await world.ben.send(.mention("ann", in: room, under: mentioned.id))
    try await world.cay.say("r", in: room, under: foreign.id)
    let threads = try await world.ann.threads(ListQuery()).elements
    #expect(threads.map(\.parent.text) == ["mentioned", "joined", "begun"])
    #expect(threads.first?.lastReply?.id == mention.id)
    #expect(threads.map(\.reading.unreadReplies) == [1, 0, 1])
    #expect(threads.first?.parent.threadInfo?.replyCount == 1)
    try await world.cay.say("up", in: room, under: begun.id)
    #expect(try await world.ann.threads(ListQuery()).elements.first?.id == begun.id)
    #expect(try await world.cay.threads(ListQuery()).elements.map(\.id) == [begun.id, foreign.id])
  }

  @Test("Reading a thread does not read the channel", arguments: ServiceFixtures.allCases)
  func reading(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("where?", in: room)
    try await world.ben.say("channel", in: room)
    let first = try await world.ben.say("one", in: room, under: parent.id)
    try await world.ben.say("two", in: room, under: parent.id)
    #expect(try await world.ann.reading(of: room).unreadCount == 1)
    let firstToken = try #require(first.timetoken)
    let reading = ThreadReadPosition(lastRead: firstToken, unreadReplies: 1)
    #expect(try await world.ann.markThreadRead(parent.id, in: room, upTo: firstToken) == reading)
    #expect(try await world.ann.threads(ListQuery()).elements.map(\.reading) == [reading])
    #expect(try await world.ann.reading(of: room).unreadCount == 1)
  }

  @Test(
    "The person's other devices receive the read position of a thread, also later ones",
    arguments: ServiceFixtures.allCases)
  func readingElsewhere(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ann", "phone")
    let parent = try await world.ann.say("where?", in: room)
    let first = try #require(try await world.ben.say("one", in: room, under: parent.id).timetoken)
    let second = try #require(try await world.ben.say("two", in: room, under: parent.id).timetoken)
    var (tap, stranger) = (try await world.tap(phone), try await world.tap(world.ben))
    let token = try await phone.currentEventToken()
    func event(_ token: Timetoken, _ unread: Int) -> ThreadReadEvent {
      ThreadReadEvent(
        channelId: room, parentId: parent.id,
        reading: ThreadReadPosition(lastRead: token, unreadReplies: unread))
    }
    try await world.ann.markThreadRead(parent.id, in: room, upTo: first)
    try await world.ann.markThreadRead(parent.id, in: room, upTo: second)
    // The read position only moves forward, and a request without effect is not reported.
    #expect(try await world.ann.markThreadRead(parent.id, in: room, upTo: first) == event(second, 0).reading)
    // A network reports the read position as a state: of several only the last is certain to be reported.
    let told = [event(first, 1), event(second, 0)]
    let heard = try await world.events(&tap).threadsRead
    #expect(heard.isPart(of: told) && heard.last == told[1])
    #expect(try await world.events(&stranger).threadsRead.isEmpty)
    // After resuming from a token, the last position is neither missing nor repeated.
    var again = try await world.tap(phone, after: token)
    let mark = try await world.mark()
    let envelopes = try await again.envelopes(until: mark)
    let replayed = envelopes.map(\.event).threadsRead
    #expect(replayed.isPart(of: told) && replayed.last == told[1])
    let place = try #require(envelopes.firstIndex { $0.event == .threadReadPositionChanged(told[1]) })
    var rest = try await world.tap(phone, after: envelopes[place].token)
    #expect(try await rest.envelopes(until: mark).map(\.event).threadsRead.isEmpty)
    #expect(try await phone.threads(ListQuery()).elements.map(\.reading) == [told[1].reading])
  }

  @Test("Replying reads the thread", arguments: ServiceFixtures.allCases)
  func readingByReplying(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("where?", in: room)
    try await world.ben.say("one", in: room, under: parent.id)
    let own = try await world.ann.say("two", in: room, under: parent.id)
    try await world.ben.say("three", in: room, under: parent.id)
    let reading = try await world.ann.threads(ListQuery()).elements.first?.reading
    #expect(reading == ThreadReadPosition(lastRead: own.timetoken, unreadReplies: 1))
  }

  @Test("Threads come in pages, each once", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    for number in 0..<7 {
      let parent = try await world.ann.say("\(number)", in: room)
      try await world.ben.say("reply", in: room, under: parent.id)
    }
    let found = try await allPages(of: 3) {
      try await world.ann.threads(ListQuery(limit: 3, cursor: $0))
    }.map(\.parent.text)
    #expect(found == (0..<7).reversed().map(String.init))
  }
}
