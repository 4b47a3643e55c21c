import ChatDomain
import Testing

@Suite("Joining and forgetting channels")
struct PlaceContractTests {
  /// A name that is unique on the server.
  private static func name() -> String { "Orchard\(Numbers.next())" }

  /// A public channel created by Ann.
  private func open(_ name: String, _ world: ChatWorld, topic: String? = nil) async throws -> ChannelID {
    try await world.ann.createChannel(
      NewChannel(id: ChannelID(name.lowercased()), name: name, type: .public, topic: topic)
    ).id
  }

  @Test(
    "The directory lists public channels with the facts needed to choose", arguments: ServiceFixtures.allCases
  )
  func directory(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .listsChannels))
    let name = Self.name()
    let room = try await open(name, world, topic: "Apples and pears")
    _ = try await world.ann.createChannel(
      NewChannel(id: ChannelID("closed\(name)"), name: "\(name) closed", type: .group))
    let found = try await world.ben.directory(DirectoryQuery(text: name.lowercased())).elements
    let listed = try #require(found.first)
    #expect(found.count == 1 && listed.id == room && listed.name == name)
    #expect(listed.topic == "Apples and pears" && listed.memberCount == 1)
    #expect(listed.admission == .everybody && !listed.isMember)
    #expect(try await world.ann.directory(DirectoryQuery(text: name)).elements.map(\.isMember) == [true])
    #expect(try await world.ben.directory(DirectoryQuery(text: "\(name)nowhere")).elements.isEmpty)
    let joined = try await world.ben.join(listed.address)
    #expect(joined.id == room && joined.memberCount == 2)
    // Joining again as a member succeeds.
    #expect(try await world.ben.join(listed.address).id == room)
    #expect(try await world.ben.directory(DirectoryQuery(text: name)).elements.first?.memberCount == 2)
  }

  @Test("The directory has pages, largest channels first", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .listsChannels))
    let name = Self.name()
    var rooms: [ChannelID] = []
    for number in 0..<7 { rooms.append(try await open("\(name)x\(number)", world)) }
    for device in [world.ben, world.cay] { _ = try await device.join(rooms[3]) }
    _ = try await world.ben.join(rooms[5])
    let found = try await allPages(of: 3) {
      try await world.ben.directory(DirectoryQuery(text: name, limit: 3, cursor: $0))
    }.map(\.id)
    #expect(Set(found) == Set(rooms) && found.count == 7)
    #expect(found.prefix(2) == [rooms[3], rooms[5]])
    #expect(await failure { try await world.ben.directory(DirectoryQuery(limit: 0)) }.isInvalid)
  }

  @Test("An invalid server has no directory", arguments: ServiceFixtures.allCases)
  func servers(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .listsChannels))
    #expect(await failure { try await world.ben.directory(DirectoryQuery(server: "a b")) }.isNotFound)
  }

  @Test("Without a directory", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .listsChannels))
    await #expect(throws: ChatError.refused(.notSupported(.listsChannels))) {
      try await world.ben.directory(DirectoryQuery())
    }
  }

  @Test("An address joins, or the reason is given", arguments: ServiceFixtures.allCases)
  func addresses(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .listsChannels))
    let name = Self.name()
    let room = try await open(name, world)
    let listed = try #require(try await world.ben.directory(DirectoryQuery(text: name)).elements.first)
    let written = try #require(world.ben.address(in: listed.address.name))
    #expect(written.name == listed.address.name)
    #expect(try await world.ben.join(written).id == room)
    for words in ["", "general", "two words", "#", "https://example.org"] {
      #expect(world.ben.address(in: words) == nil, "\(words)")
    }
    let nowhere = ChannelAddress(name: listed.address.name.replacing(name.lowercased(), with: "nowhere"))
    if nowhere != written { #expect(await failure { try await world.ben.join(nowhere) } != nil) }
    #expect(await failure { try await world.ben.join(ChannelAddress(name: "no address")) }.isNotFound)
  }

  @Test("A channel by invitation refuses others and says so", arguments: ServiceFixtures.allCases)
  func closed(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: [])
    let address = try #require(world.address(of: room))
    await #expect(throws: ChatError.refused(.notAdmitted(.invitation))) { try await world.ben.join(address) }
    #expect(try await world.ann.join(address).id == room)
  }

  // MARK: Forgetting

  @Test(
    "Left channels are listed, latest first, until forgotten", arguments: ServiceFixtures.allCases)
  func forget(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let (one, two) = (try await world.channel("one"), try await world.channel("two"))
    #expect(try await world.ben.leftChannels(ListQuery()).elements.isEmpty)
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.ben.forget(one) }
    try await world.ben.leave(one)
    try await world.ben.leave(two)
    #expect(Set(try await world.ben.leftChannels(ListQuery()).elements.map(\.id)) == [one, two])
    for _ in 0..<2 { try await world.ben.forget(one) }
    #expect(try await world.ben.leftChannels(ListQuery()).elements.map(\.id) == [two])
    #expect(try await world.ann.leftChannels(ListQuery()).elements.isEmpty)
    #expect(try await world.ann.channel(one).memberCount == 1)
  }

  @Test("A forgotten channel can be rejoined like any other", arguments: ServiceFixtures.allCases)
  func back(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel("open", type: .public)
    try await world.ann.say("before", in: room)
    try await world.ben.leave(room)
    _ = try await world.ben.join(room)
    #expect(try await world.ben.leftChannels(ListQuery()).elements.isEmpty)
    try await world.ben.leave(room)
    try await world.ben.forget(room)
    _ = try await world.ben.join(room)
    try await world.ann.say("after", in: room)
    #expect(try await world.ben.texts(in: room).suffix(1) == ["after"])
  }
}
