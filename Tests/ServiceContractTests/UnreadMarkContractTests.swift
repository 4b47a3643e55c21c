import ChatDomain
import Testing

@Suite("Channels marked as unread")
struct UnreadMarkContractTests {
  @Test("A mark is on all of the person's devices; reading removes it", arguments: ServiceFixtures.allCases)
  func reading(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .marksUnread))
    let room = try await world.channel()
    let said = try await world.ann.say("words", in: room)
    let token = try #require(said.timetoken)
    _ = try await world.ben.markRead(room, upTo: token)
    let phone = try await world.device("ben", "phone")
    var tap = try await world.tap(phone)
    var others = try await world.tap(world.ann)
    let marked = try await world.ben.setMarkedUnread(true, room)
    #expect(marked.isMarkedUnread && marked.unreadCount == 0)
    #expect(try await world.events(&tap).map(\.isMarkedUnread) == [true])
    #expect(try await phone.channel(room).reading.isMarkedUnread)
    #expect(try await !world.ann.channel(room).reading.isMarkedUnread)
    // Reading up to the same position removes the mark.
    #expect(try await !phone.markRead(room, upTo: token).isMarkedUnread)
    #expect(try await !world.ben.channel(room).reading.isMarkedUnread)
    #expect(try await world.events(&others).allSatisfy { $0.isMarkedUnread != true })
  }

  @Test("A mark can be removed, and marking again changes nothing", arguments: ServiceFixtures.allCases)
  func repeats(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .marksUnread))
    let room = try await world.channel()
    _ = try await world.ben.setMarkedUnread(true, room)
    var tap = try await world.tap(world.ben)
    #expect(try await world.ben.setMarkedUnread(true, room).isMarkedUnread)
    #expect(try await world.events(&tap).isEmpty)
    #expect(try await !world.ben.setMarkedUnread(false, room).isMarkedUnread)
    #expect(try await world.events(&tap).map(\.isMarkedUnread) == [false])
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.device("dan", "laptop").setMarkedUnread(true, room)
    }
  }

  @Test("Without the ability it is refused", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .marksUnread))
    let room = try await world.channel()
    await #expect(throws: ChatError.refused(.notSupported(.marksUnread))) {
      try await world.ann.setMarkedUnread(true, room)
    }
  }
}

extension ChatEvent {
  fileprivate var isMarkedUnread: Bool? {
    if case .readPositionChanged(_, _, let reading) = self { reading.isMarkedUnread } else { nil }
  }
}
