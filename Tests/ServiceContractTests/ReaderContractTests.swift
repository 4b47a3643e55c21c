import ChatDomain
import Testing

@Suite("Read receipts")
struct ReaderContractTests {
  private static let setup = ServiceSetup(uses: .tellsReaders)

  private func readers(_ device: any ChatService, of room: ChannelID, _ limit: Int = 10) async throws
    -> [UserID: Timetoken]
  {
    let found = try await device.readers(of: room, limit: limit)
    return Dictionary(uniqueKeysWithValues: found.map { ($0.user.id, $0.lastRead) })
  }

  private func token(_ message: Message) throws -> Timetoken { try #require(message.timetoken) }

  @Test(
    "Reading is reported to others, and the furthest readers are listed",
    arguments: ServiceFixtures.allCases)
  func reading(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: ["ben", "cay"])
    let one = try token(try await world.ann.say("one", in: room))
    let two = try token(try await world.ann.say("two", in: room))
    _ = try await world.ann.texts(in: room)
    var tap = try await world.tap(world.ann)
    for device in [world.ben, world.cay] { _ = try await device.texts(in: room) }
    _ = try await world.ben.markRead(room, upTo: one)
    _ = try await world.cay.markRead(room, upTo: two)
    let told = try await world.events(&tap).compactMap { event -> UserID? in
      guard case .readPositionChanged(room, let user, let position) = event, user != "ann" else { return nil }
      #expect(position.lastRead == (user == "ben" ? one : two))
      return user
    }
    #expect(Set(told) == ["ben", "cay"])
    #expect(try await readers(world.ann, of: room) == ["ben": one, "cay": two])
    #expect(try await readers(world.ann, of: room, 1) == ["cay": two])
    #expect(try await world.ann.readers(of: room, limit: 10).map(\.user) == [Cast.cay, Cast.ben])
    // People are not listed as readers to themselves.
    #expect(try await readers(world.cay, of: room)["cay"] == nil)
    #expect(await failure { try await world.ann.readers(of: "nowhere", limit: 1) } != nil)
  }

  @Test("Reading replies is reported for that thread only", arguments: ServiceFixtures.allCases)
  func threads(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: ["ben"])
    let parent = try await world.ann.say("parent", in: room)
    let other = try await world.ann.say("other", in: room)
    let one = try await world.ann.say("one", in: room, under: parent.id)
    _ = try await world.ann.say("elsewhere", in: room, under: other.id)
    _ = try await world.ann.texts(in: room, under: parent.id)
    var tap = try await world.tap(world.ann)
    _ = try await world.ben.texts(in: room, under: parent.id)
    try await world.ben.markThreadRead(parent.id, in: room, upTo: try token(one))
    let told = try await world.events(&tap).compactMap { event -> ThreadReceiptEvent? in
      if case .threadReceiptChanged(let event) = event { event } else { nil }
    }
    let expected = ThreadReceiptEvent(
      channelId: room, parentId: parent.id, userId: "ben", lastRead: try token(one))
    #expect(told == [expected])
    let readers = try await world.ann.readers(ofThreadUnder: parent.id, in: room, limit: 10)
    #expect(readers == [ReaderPosition(user: Cast.ben, lastRead: try token(one))])
    #expect(try await world.ann.readers(ofThreadUnder: other.id, in: room, limit: 10).isEmpty)
    #expect(try await world.ben.readers(ofThreadUnder: parent.id, in: room, limit: 10).isEmpty)
    // The channel's receipts are separate.
    #expect(try await self.readers(world.ann, of: room)["ben"].map { $0 < (try token(one)) } != false)
  }

  @Test("Ignored people have no receipts", arguments: ServiceFixtures.allCases)
  func ignoring(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .tellsReaders, .ignoresPeople))
    let room = try await world.channel(with: ["ben"])
    let one = try token(try await world.ann.say("one", in: room))
    _ = try await world.ben.texts(in: room)
    _ = try await world.ben.markRead(room, upTo: one)
    try await world.ann.setIgnored(true, "ben")
    #expect(try await readers(world.ann, of: room).isEmpty)
  }

  @Test("Without the ability", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .tellsReaders))
    let room = try await world.channel()
    let one = try token(try await world.ann.say("one", in: room))
    var tap = try await world.tap(world.ann)
    _ = try await world.ben.markRead(room, upTo: one)
    #expect(try await world.events(&tap).isEmpty)
    await #expect(throws: ChatError.refused(.notSupported(.tellsReaders))) {
      try await world.ann.readers(of: room, limit: 1)
    }
    await #expect(throws: ChatError.refused(.notSupported(.tellsReaders))) {
      try await world.ann.readers(ofThreadUnder: "m", in: room, limit: 1)
    }
  }
}
