import ChatDomain
import Testing

@Suite("Ignored people are hidden and not counted, until they are no longer ignored")
struct IgnoringContractTests {
  private static let setup = ServiceSetup(uses: .ignoresPeople)

  private func ignored(_ device: any ChatService) async throws -> [UserID] {
    try await device.ignoredUsers(ListQuery()).elements.map(\.id)
  }

  @Test("Messages disappear and return, with their counts", arguments: ServiceFixtures.allCases)
  func messages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: ["ben", "cay"])
    try await world.ben.say("before", in: room)
    _ = try await world.ben.send(.mention("ann", in: room))
    try await world.cay.say("between", in: room)
    #expect(try await world.ann.reading(of: room).unreadCount == 3)
    try await world.ann.setIgnored(true, "ben")
    #expect(world.ann.isIgnored("ben") && !world.ann.isIgnored("cay") && !world.cay.isIgnored("ben"))
    try await world.ben.say("meanwhile", in: room)
    #expect(try await world.ann.texts(in: room) == ["between"])
    let summary = try await world.ann.channel(room)
    #expect(summary.lastMessage?.text == "between")
    #expect(summary.reading.unreadCount == 1 && summary.reading.mentionCount == 0)
    #expect(try await world.cay.texts(in: room).count == 4)
    try await world.ann.setIgnored(false, "ben")
    #expect(!world.ann.isIgnored("ben"))
    #expect(try await world.ann.texts(in: room) == ["before", "hey you", "between", "meanwhile"])
    #expect(try await world.ann.channel(room).lastMessage?.text == "meanwhile")
  }

  @Test("Their actions are not reported", arguments: ServiceFixtures.allCases)
  func events(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let room = try await world.channel(with: ["ben", "cay"])
    try await world.ann.setIgnored(true, "ben")
    var tap = try await world.tap(world.ann)
    try await world.ben.setTyping(true, in: DraftKey(channelId: room))
    _ = try await world.ben.send(.mention("ann", in: room))
    try await world.cay.say("heard", in: room)
    let told = try await world.events(&tap)
    #expect(told.created.map(\.text) == ["heard"])
    #expect(told.mentions.isEmpty && told.typing.isEmpty)
  }

  @Test("All devices reload everything", arguments: ServiceFixtures.allCases)
  func devices(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    let phone = try await world.device("ann", "phone")
    for isIgnored in [true, false] {
      var tap = try await world.tap(phone)
      try await world.ann.setIgnored(isIgnored, "ben")
      await #expect(throws: ChatError.eventsGone) {
        while true { _ = try await tap.next() }
      }
      #expect(try await ignored(phone) == (isIgnored ? ["ben"] : []))
      #expect(phone.isIgnored("ben") == isIgnored)
    }
  }

  @Test("Their invitations are hidden until then", arguments: ServiceFixtures.allCases)
  func invitations(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .ignoresPeople, lacks: .addsMembers))
    try await world.cay.setIgnored(true, "ann")
    var tap = try await world.tap(world.cay)
    let room = try await world.channel(with: ["cay"])
    #expect(try await world.events(&tap).invitations.isEmpty)
    let before = try await world.cay.invitations(ListQuery()).elements
    #expect(!before.contains { $0.id == room })
    try await world.cay.setIgnored(false, "ann")
    #expect(try await world.cay.invitations(ListQuery()).elements.contains { $0.id == room })
  }

  @Test(
    "The list is private, has pages, and changes only when necessary",
    arguments: ServiceFixtures.allCases)
  func list(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Self.setup)
    for user in ["cay", "ben", "dan"] as [UserID] { try await world.ann.setIgnored(true, user) }
    let found = try await allPages(of: 2) {
      try await world.ann.ignoredUsers(ListQuery(limit: 2, cursor: $0))
    }.map(\.id)
    #expect(Set(found) == ["ben", "cay", "dan"] && found.count == 3)
    var tap = try await world.tap(world.ann)
    try await world.ann.setIgnored(true, "ben")
    #expect(try await world.events(&tap).isEmpty)
    try await world.ann.setIgnored(false, "ben")
    #expect(try await ignored(world.ben).isEmpty)
    #expect(Set(try await ignored(world.ann)) == ["cay", "dan"])
    #expect(await failure { try await world.ann.setIgnored(true, "ann") }.isInvalid)
    #expect(await failure { try await world.ann.setIgnored(true, "") }.isNotFound)
  }

  @Test("Without the ability", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .ignoresPeople))
    await #expect(throws: ChatError.refused(.notSupported(.ignoresPeople))) {
      try await world.ann.setIgnored(true, "ben")
    }
    await #expect(throws: ChatError.refused(.notSupported(.ignoresPeople))) {
      try await world.ann.ignoredUsers(ListQuery())
    }
  }
}
