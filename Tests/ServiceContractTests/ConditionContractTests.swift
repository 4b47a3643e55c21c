import ChatDomain
import Testing

@Suite("The connection's state")
struct ConditionContractTests {
  /// The first reported condition that matches.
  private func next(
    _ device: any ChatService, _ isWanted: (ServiceCondition.Link) -> Bool
  ) async -> ServiceCondition? {
    for await condition in device.conditions() where isWanted(condition.link) { return condition }
    return nil
  }

  @Test(
    "It is online, and without a connection offline since the last answer",
    arguments: ServiceFixtures.allCases)
  func offline(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let ann = world.ann
    #expect(await next(ann) { $0 == .online } != nil)
    try await world.disturb(ann, .offline)
    _ = await failure { try await ann.channels(ListQuery()) }
    let gone = await next(ann) { if case .offline = $0 { true } else { false } }
    guard case .offline(let since?)? = gone?.link else {
      Issue.record("nobody knows since when: \(String(describing: gone))")
      return
    }
    #expect(since <= world.fixture.now)
    // Another device has a separate connection.
    #expect(world.ben.condition.link == .online)
    try await world.disturb(ann, .none)
    _ = try await ann.channels(ListQuery())
    #expect(await next(ann) { $0 == .online } != nil)
  }

  @Test("Being signed out is reported without a request", arguments: ServiceFixtures.allCases)
  func signedOut(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .signsOut))
    let ann = world.ann
    try await world.disturb(ann, .signedOut)
    _ = await failure { try await ann.channels(ListQuery()) }
    #expect(await next(ann) { $0 == .signedOut } != nil)
    #expect(world.ben.condition.link == .online)
  }

  @Test("A rate limit is reported with its end", arguments: ServiceFixtures.allCases)
  func busy(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .keepsBusy))
    let room = try await world.channel()
    let ann = world.ann
    try await world.disturb(ann, .busy(for: .seconds(60)))
    _ = await failure { try await ann.say("not now", in: room) }
    let until = try #require(ann.condition.limitedUntil)
    #expect(until > world.fixture.now && until - world.fixture.now <= .seconds(60))
  }

  @Test(
    "A suspended account is reported, can read, and its message is sent afterwards",
    arguments: ServiceFixtures.allCases)
  func suspended(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup())
    let room = try await world.channel()
    let ann = world.ann
    try await world.disturb(ann, .suspended)
    #expect(await failure { try await ann.say("not now", in: room) } == .held(.suspended))
    #expect(ann.condition.hold == .suspended && world.ben.condition.hold == nil)
    _ = try await ann.channels(ListQuery())
    #expect(ann.condition.hold == .suspended)
    try await world.disturb(ann, .none)
    _ = try await ann.say("now", in: room)
    #expect(ann.condition.hold == nil)
  }

  @Test(
    "All listeners are notified, and one that stopped is not waited for", arguments: ServiceFixtures.allCases)
  func listeners(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let ann = world.ann
    _ = try await ann.channels(ListQuery())
    var first = ann.conditions().makeAsyncIterator()
    var second = ann.conditions().makeAsyncIterator()
    #expect(await first.next()?.link == .online)
    #expect(await second.next()?.link == .online)
    do {
      let third = ann.conditions()
      withExtendedLifetime(third) {}
    }
    try await world.disturb(ann, .offline)
    _ = await failure { try await ann.channels(ListQuery()) }
    for condition in [await first.next(), await second.next()] {
      guard case .offline? = condition?.link else {
        Issue.record("\(String(describing: condition))")
        continue
      }
    }
  }
}
