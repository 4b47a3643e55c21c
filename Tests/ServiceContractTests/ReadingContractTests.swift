import ChatDomain
import Testing

@Suite("Unread counts")
struct ReadingContractTests {
  @Test("Others' messages after the last read one are unread", arguments: ServiceFixtures.allCases)
  func counts(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    try await world.ben.say("mine does not count", in: room)
    let first = try await world.ann.say("one", in: room)
    let second = try await world.ann.send(.mention("ben", in: room))
    _ = try await world.ann.send(.mention("ann", in: room))
    #expect(try await world.ben.reading(of: room) == ReadPosition(unreadCount: 3, mentionCount: 1))
    let firstToken = try #require(first.timetoken)
    let position = try await world.ben.markRead(room, upTo: firstToken)
    #expect(position == ReadPosition(lastRead: firstToken, unreadCount: 2, mentionCount: 1))
    let secondToken = try #require(second.timetoken)
    #expect(try await world.ben.markRead(room, upTo: secondToken).mentionCount == 0)
    #expect(try await world.ben.reading(of: room).unreadCount == 1)
    #expect(try await world.ann.reading(of: room).unreadCount == 1)
  }

  @Test("Reading only moves forward, also with late requests", arguments: ServiceFixtures.allCases)
  func forward(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let first = try #require(try await world.ann.say("one", in: room).timetoken)
    let second = try #require(try await world.ann.say("two", in: room).timetoken)
    _ = try await world.ben.markRead(room, upTo: second)
    #expect(try await world.ben.markRead(room, upTo: first).unreadCount == 0)
    // A position beyond the last message does not mark later ones as read.
    _ = try await world.ben.markRead(room, upTo: Timetoken(.max))
    try await world.ann.say("three", in: room)
    #expect(try await world.ben.reading(of: room).unreadCount == 1)
  }

  @Test(
    "Deleted messages no longer count, and edits change the mentions", arguments: ServiceFixtures.allCases)
  func changes(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let soft = try await world.ann.send(.mention("ben", in: room))
    let hard = try await world.ann.say("two", in: room)
    let plain = try await world.ann.say("three", in: room)
    try await world.ann.delete(soft.id, in: room, hard: false)
    #expect(try await world.ben.reading(of: room) == ReadPosition(unreadCount: 2, mentionCount: 0))
    try await world.ann.delete(hard.id, in: room, hard: true)
    #expect(try await world.ben.reading(of: room) == ReadPosition(unreadCount: 1, mentionCount: 0))
    let markup = NewMessage.mention("ben", in: room).markup
    _ = try await world.ann.edit(
      MessageEdit(transactionId: "e", channelId: room, messageId: plain.id, markup: markup, files: []))
    #expect(try await world.ben.reading(of: room) == ReadPosition(unreadCount: 1, mentionCount: 1))
  }

  @Test("Replies count where they are shown", arguments: ServiceFixtures.allCases)
  func replies(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ben.say("parent", in: room)
    try await world.ann.say("hidden", in: room, under: parent.id)
    #expect(try await world.ben.reading(of: room).unreadCount == 0)
    try await world.ann.say("shown", in: room, under: parent.id, shown: true)
    #expect(try await world.ben.reading(of: room).unreadCount == 1)
  }

  @Test("Messages from before joining are not unread", arguments: ServiceFixtures.allCases)
  func newcomer(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(type: .public)
    for number in 0..<5 { try await world.ann.say("\(number)", in: room) }
    _ = try await world.cay.join(room)
    #expect(try await world.cay.reading(of: room).unreadCount == 0)
    #expect(try await world.cay.texts(in: room).count == 5)
    try await world.ann.say("welcome", in: room)
    #expect(try await world.cay.reading(of: room).unreadCount == 1)
  }

  @Test("The reading device is notified too, once", arguments: ServiceFixtures.allCases)
  func sameDevice(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let token = try #require(try await world.ann.say("one", in: room).timetoken)
    var tap = try await world.tap(world.ben)
    let position = try await world.ben.markRead(room, upTo: token)
    try await world.ann.say("two", in: room)
    let told = try await world.events(&tap).filter {
      if case .readPositionChanged(_, "ben", _) = $0 { true } else { false }
    }
    #expect(told == [.readPositionChanged(channelId: room, userId: "ben", position)])
  }

  @Test("The person's other devices are notified", arguments: ServiceFixtures.allCases)
  func otherDevices(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ben", "phone")
    let token = try #require(try await world.ann.say("one", in: room).timetoken)
    var tap = try await world.tap(phone)
    let position = try await world.ben.markRead(room, upTo: token)
    #expect(
      try await world.events(&tap).contains(
        .readPositionChanged(channelId: room, userId: "ben", position)))
    #expect(try await phone.reading(of: room) == position)
  }
}
