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
