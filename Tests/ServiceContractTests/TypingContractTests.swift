import ChatDomain
import Testing

@Suite("Typing signals")
struct TypingContractTests {
  @Test("Others in the channel are notified of its start and end", arguments: ServiceFixtures.allCases)
  func beginAndEnd(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var (ann, ben) = (try await world.tap(world.ann), try await world.tap(world.ben))
    var cay = try await world.tap(world.cay)
    try await world.ann.setTyping(true, in: DraftKey(channelId: room))
    var told = try await world.events(&ben).typing
    #expect(told.map(\.isTyping) == [true])
    try await world.ann.setTyping(false, in: DraftKey(channelId: room))
    told += try await world.events(&ben).typing
    #expect(told.map(\.isTyping) == [true, false])
    // Typing is reported as a state: a start that ends before it was reported may be skipped.
    try await world.ann.setTyping(true, in: DraftKey(channelId: room))
    try await world.ann.setTyping(false, in: DraftKey(channelId: room))
    let brief = try await world.events(&ben).typing
    #expect(brief.isEmpty || brief.last?.isTyping == false)
    told += brief
    #expect(told.allSatisfy { $0.user == Cast.ann && $0.channelId == room && $0.parentId == nil })
    #expect(try await world.events(&ann).typing.isEmpty)
    #expect(try await world.events(&cay).typing.isEmpty)
  }

  @Test("Typing in a thread names the thread", arguments: ServiceFixtures.allCases)
  func thread(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .typesInThreads))
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    var ben = try await world.tap(world.ben)
    try await world.ann.setTyping(true, in: DraftKey(channelId: room, parentId: parent.id))
    #expect(try await world.events(&ben).typing.map(\.parentId) == [parent.id])
  }

  @Test("It ends at the given time, and further typing extends it", arguments: ServiceFixtures.allCases)
  func expiry(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .movesTime))
    let room = try await world.channel()
    var ben = try await world.tap(world.ben)
    let begin = world.fixture.now
    try await world.ann.setTyping(true, in: DraftKey(channelId: room))
    try await world.advance(by: .seconds(1))
    try await world.ann.setTyping(true, in: DraftKey(channelId: room))
    let told = try await world.events(&ben).typing
    #expect(told.count == 2)
    #expect(try #require(told.first).expiresAt > begin)
    #expect(try #require(told.last).expiresAt == #require(told.first).expiresAt + .seconds(1))
  }

  @Test("Public channels report no typing", arguments: ServiceFixtures.allCases)
  func publicChannel(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(type: .public)
    var ben = try await world.tap(world.ben)
    try await world.ann.setTyping(true, in: DraftKey(channelId: room))
    #expect(try await world.events(&ben).typing.isEmpty)
  }

  @Test("Only members can signal typing", arguments: ServiceFixtures.allCases)
  func stranger(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.setTyping(true, in: DraftKey(channelId: room))
    }
  }
}
