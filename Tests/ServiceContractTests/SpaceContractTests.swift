import ChatDomain
import Testing

@Suite("Spaces group channels")
struct SpaceContractTests {
  @Test("A space lists its channels in order, to its members", arguments: ServiceFixtures.allCases)
  func spaces(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .makesSpaces, uses: .groupsChannels))
    let (one, two) = (try await world.channel("one"), try await world.channel("two"))
    #expect(try await world.ann.spaces().isEmpty)
    var tap = try await world.tap(world.ann)
    try await world.fixture.makeSpace("hill", name: "The hill", of: [two, one])
    let space = Space(id: "hill", name: "The hill", children: [two, one])
    #expect(try await world.ann.spaces() == [space])
    #expect(try await world.events(&tap).compactMap(\.spaces).last == [space])
    #expect(try await world.ben.spaces().isEmpty)
    #expect(try await world.device("ann", "phone").spaces() == [space])
    #expect(try await world.ann.channels(ListQuery()).elements.allSatisfy { $0.id != "hill" })
    try await world.fixture.makeSpace("hill", name: "The hill", of: [one])
    #expect(try await world.ann.spaces().map(\.children) == [[one]])
    #expect(try await world.events(&tap).compactMap(\.spaces).last?.map(\.children) == [[one]])
  }

  @Test(
    "Spaces are in the person's order, nested ones after their parent",
    arguments: ServiceFixtures.allCases)
  func order(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .makesSpaces, uses: .groupsChannels))
    for name in ["c", "b", "a"] { try await world.fixture.makeSpace(ChannelID(name), name: name, of: []) }
    try await world.fixture.makeSpace("outer", name: "outer", of: ["a"])
    #expect(try await world.ann.spaces().map(\.id) == ["b", "c", "outer", "a"])
    var tap = try await world.tap(world.ann)
    try await world.fixture.order("outer", by: "a")
    try await world.fixture.order("c", by: "b")
    #expect(try await world.ann.spaces().map(\.id) == ["outer", "a", "c", "b"])
    #expect(try await world.events(&tap).compactMap(\.spaces).last?.map(\.id) == ["outer", "a", "c", "b"])
  }

  @Test(
    "An invitation says that it is to a space; accepting it lists its channels to join",
    arguments: ServiceFixtures.allCases)
  func invitation(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(
      ServiceSetup(needs: .makesSpaces, uses: .groupsChannels, .listsChannels))
    let open = try await world.channel("open", type: .public, with: [])
    try await world.fixture.makeSpace("inner", name: "Inner", of: [])
    try await world.fixture.makeSpace("hill", name: "The hill", of: [open, "inner"])
    let inside = DirectoryQuery(space: "hill")
    #expect(await failure { try await world.ben.directory(inside) }.isNotFound)
    var tap = try await world.tap(world.ben)
    try await world.fixture.invite("ben", toSpace: "hill")
    let told = try await world.events(&tap).invitations
    #expect(told.map(\.id) == ["hill"] && told.map(\.isSpace) == [true])
    #expect(told.map(\.channel.name) == ["The hill"])
    #expect(try await world.ben.join("hill").id == "hill")
    #expect(try await world.ben.spaces().map(\.id) == ["hill"])
    #expect(try await world.ben.invitations(ListQuery()).elements.allSatisfy { $0.id != "hill" })
    #expect(try await world.ben.channels(ListQuery()).elements.allSatisfy { $0.id != "hill" })
    let listed = try await world.ben.directory(inside).elements
    #expect(listed.first?.id == open && listed.first?.isSpace == false && listed.first?.isMember == false)
    #expect(listed.first?.admission == .everybody)
    let named = try await world.ben.directory(DirectoryQuery(text: "OPEN", space: "hill")).elements
    #expect(named.map(\.id) == [open])
    #expect(try await world.ben.join(try #require(named.first).address).id == open)
    #expect(try await world.ben.directory(inside).elements.first?.isMember == true)
    let hers = try await world.ann.directory(inside).elements
    #expect(hers.map(\.id) == [open, "inner"] && hers.map(\.isSpace) == [false, true])
    #expect(hers.map(\.isMember) == [true, true])
  }

  @Test("Without the ability it is refused", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .groupsChannels))
    let refusal = ChatError.refused(.notSupported(.groupsChannels))
    await #expect(throws: refusal) { try await world.ann.spaces() }
    await #expect(throws: refusal) { try await world.ann.directory(DirectoryQuery(space: "hill")) }
  }
}

extension ChatEvent {
  fileprivate var spaces: [Space]? {
    if case .spacesChanged(let spaces) = self { spaces } else { nil }
  }
}
