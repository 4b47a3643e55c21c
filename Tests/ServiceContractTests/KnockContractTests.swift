import ChatDomain
import Testing

@Suite("Requests to join a channel")
struct KnockContractTests {
  private static let setup = ServiceSetup(needs: .opensToKnocks, uses: .takesKnocks)

  private func address(of room: ChannelID, _ world: ChatWorld) throws -> ChannelAddress {
    try #require(world.ben.address(in: world.fixture.address(of: room)))
  }

  @Test(
    "A request is seen by those who can accept it, and leads to membership or an invitation",
    arguments: ServiceFixtures.allCases)
  func admitting(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: [])
    try await world.fixture.letKnock(on: room)
    let address = try address(of: room, world)
    await #expect(throws: ChatError.refused(.notAdmitted(.knocking))) { try await world.ben.join(address) }
    _ = try await world.ann.visitors()
    var tap = try await world.tap(world.ann)
    let knock = try await world.ben.knock(on: address, reason: " I would like\u{0} to help ")
    #expect(knock.id == room && knock.reason?.hasPrefix("I would like") == true)
    // The same request again has no effect.
    #expect(try await world.ben.knock(on: address, reason: "") == knock)
    #expect(try await world.ben.knocks() == [knock])
    #expect(try await world.device("ben", "phone").knocks().map(\.id) == [room])
    #expect(try await world.events(&tap).contains(.knocksChanged(channelId: room)))
    let visitors = try await world.ann.visitors()
    #expect(visitors.map(\.user.id) == ["ben"] && visitors.map(\.channel.id) == [room])
    #expect(visitors.first?.reason?.hasPrefix("I would like") == true)
    var told = try await world.tap(world.ben)
    try await world.ann.admit("ben", to: room)
    #expect(try await world.ann.visitors().isEmpty)
    let events = try await world.events(&told)
    #expect(events.contains(.knocksChanged(channelId: room)))
    #expect(try await world.ben.knocks().isEmpty)
    if !world.ann.abilities.contains(.addsMembers) {
      #expect(try await world.ben.invitations(ListQuery()).elements.map(\.id) == [room])
      _ = try await world.ben.join(room)
    }
    #expect(try await world.ben.channel(room).channel.id == room)
    #expect(await failure { try await world.ann.admit("ben", to: room) } != nil)
    await #expect(throws: ChatError.refused(.notAllowed)) {
      try await world.ben.knock(on: address, reason: "")
    }
  }

  @Test("Asking again replaces the reason", arguments: ServiceFixtures.allCases)
  func another(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: [])
    try await world.fixture.letKnock(on: room)
    let address = try address(of: room, world)
    let first = try await world.ben.knock(on: address, reason: "one")
    #expect(try await world.ann.visitors().map(\.reason) == ["one"])
    var tap = try await world.tap(world.ann)
    let second = try await world.ben.knock(on: address, reason: "two")
    #expect(second.reason == "two" && second.knockedAt == first.knockedAt)
    #expect(try await world.ben.knocks() == [second])
    #expect(try await world.events(&tap).contains(.knocksChanged(channelId: room)))
    #expect(try await world.ann.visitors().map(\.reason) == ["two"])
  }

  @Test("A request can be withdrawn and declined", arguments: ServiceFixtures.allCases)
  func ending(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: [])
    try await world.fixture.letKnock(on: room)
    let address = try address(of: room, world)
    _ = try await world.ben.knock(on: address, reason: "")
    #expect(try await world.ann.visitors().map(\.reason) == [nil])
    try await world.ben.takeBackKnock(on: room)
    try await world.ben.takeBackKnock(on: room)
    #expect(try await world.ben.knocks().isEmpty)
    #expect(try await world.ann.visitors().isEmpty)
    _ = try await world.cay.knock(on: address, reason: "me")
    #expect(try await world.ann.visitors().map(\.user.id) == ["cay"])
    var told = try await world.tap(world.cay)
    try await world.ann.turnAway("cay", from: room)
    try await world.ann.turnAway("cay", from: room)
    #expect(try await world.events(&told).contains(.knocksChanged(channelId: room)))
    #expect(try await world.cay.knocks().isEmpty)
    #expect(try await world.ann.visitors().isEmpty)
  }

  @Test(
    "Only those who can invite see requests, except from people they ignore",
    arguments: ServiceFixtures.allCases)
  func seeing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(
      ServiceSetup(needs: .opensToKnocks, .setsRoles, uses: .takesKnocks, .ignoresPeople))
    let room = try await world.channel(with: ["ben"])
    try await world.fixture.letKnock(on: room)
    try await world.fixture.setRoles([:], needing: [.invite: .moderator], in: room)
    _ = try await world.cay.knock(on: try address(of: room, world), reason: "me")
    #expect(try await world.ben.visitors().isEmpty)
    #expect(await failure { try await world.ben.admit("cay", to: room) } != nil)
    #expect(try await world.ann.visitors().count == 1)
    // A person who gains the permission sees the requests, and is notified.
    var tap = try await world.tap(world.ben)
    try await world.fixture.setRoles(["ben": .moderator], needing: [.invite: .moderator], in: room)
    #expect(try await world.events(&tap).contains(.rolesChanged(channelId: room)))
    #expect(try await world.ben.visitors().map(\.user.id) == ["cay"])
    try await world.ann.setIgnored(true, "cay")
    #expect(try await world.ann.visitors().isEmpty)
  }

  @Test("A channel without requests says who may join", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: [])
    let address = try address(of: room, world)
    await #expect(throws: ChatError.refused(.notAdmitted(.invitation))) {
      try await world.ben.knock(on: address, reason: "")
    }
    #expect(try await world.ben.knocks().isEmpty)
  }

  @Test("Without the ability", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .takesKnocks))
    let refusal = ChatError.refused(.notSupported(.takesKnocks))
    await #expect(throws: refusal) { try await world.ann.knocks() }
    await #expect(throws: refusal) { try await world.ann.visitors() }
    await #expect(throws: refusal) {
      try await world.ann.knock(on: ChannelAddress(name: "chat:room"), reason: "")
    }
  }
}
