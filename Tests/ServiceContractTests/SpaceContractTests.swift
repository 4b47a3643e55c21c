import ChatDomain
import Testing

@Suite("A service groups channels in spaces")
struct SpaceContractTests {
  @Test("A space has its channels in its order, for those who are in it", arguments: ServiceFixtures.allCases)
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
    "Spaces stand in the person's own order, and one within another behind it",
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

  @Test("Without the ability it is refused", arguments: ServiceFixtures.allCases)
  func lacking(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .groupsChannels))
    await #expect(throws: ChatError.refused(.notSupported(.groupsChannels))) { try await world.ann.spaces() }
  }
}

extension ChatEvent {
  fileprivate var spaces: [Space]? {
    if case .spacesChanged(let spaces) = self { spaces } else { nil }
  }
}
