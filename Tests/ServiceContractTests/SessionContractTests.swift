import ChatDomain
import Testing

@Suite("Signed out, busy, and limits")
struct SessionContractTests {
  @Test(
    "Signed out, requests have no effect and can be repeated afterwards", arguments: ServiceFixtures.allCases)
  func signedOut(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .signsOut))
    let room = try await world.channel()
    var tap = try await world.tap(world.ann)
    try await world.ben.say("one", in: room)
    #expect(try await world.events(&tap).created.map(\.text) == ["one"])
    let token = tap.token
    try await world.disturb(world.ann, .signedOut)
    #expect(await failure { try await tap.next() } == .signedOut)
    #expect(await failure { try await world.ann.events(after: token) } == .signedOut)
    let error = await failure { try await world.ann.say("two", in: room, transaction: "t") }
    #expect(error == .signedOut && error?.isWorthRetrying == false && error?.canSucceedLater == true)
    #expect(await failure { try await world.ann.channels(ListQuery()) } == .signedOut)
    #expect(try await world.ben.texts(in: room) == ["one"])
    try await world.ben.say("three", in: room)
    try await world.disturb(world.ann, .none)
    try await world.ann.say("two", in: room, transaction: "t")
    var again = try await world.tap(world.ann, after: token)
    #expect(try await world.events(&again).created.map(\.text) == ["three", "two"])
  }

  @Test("After signing in everything is as before", arguments: ServiceFixtures.allCases)
  func signedInAgain(fixtures: ServiceFixtures) async throws {
    var setup = Scene.setup
    setup.needs = [.signsOut]
    let world = try await fixtures.world(setup)
    let scene = try await Scene(in: world)
    let before = try await scene.everything(on: world.ann)
    try await world.disturb(world.ann, .signedOut)
    #expect(await failure { try await world.ann.channels(ListQuery()) } == .signedOut)
    try await world.disturb(world.ann, .none)
    let after = try await scene.everything(on: world.ann)
    #expect(after.count == before.count)
    for (one, another) in zip(after, before) { #expect(one == another) }
  }

  @Test("A device that signs in later shows the same", arguments: ServiceFixtures.allCases)
  func laterDevice(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(Scene.setup)
    let scene = try await Scene(in: world)
    let here = try await scene.everything(on: world.ann)
    let there = try await scene.everything(on: try await world.device("ann", "phone"))
    #expect(Set(there).subtracting(here).isEmpty)
    #expect(Set(here).subtracting(there).isEmpty)
  }

  @Test(
    "A busy service states when to retry, then accepts the request", arguments: ServiceFixtures.allCases)
  func busy(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .keepsBusy, .movesTime))
    let room = try await world.channel()
    try await world.disturb(world.ann, .busy(for: .seconds(5)))
    let error = await failure { try await world.ann.say("words", in: room, transaction: "t") }
    #expect(error?.isWorthRetrying == true)
    let wait = try #require(error?.retryAfter)
    #expect(wait > .zero && wait <= .seconds(5))
    #expect(try await world.ben.texts(in: room).isEmpty)
    try await world.advance(by: wait)
    try await world.ann.say("words", in: room, transaction: "t")
    #expect(try await world.ben.texts(in: room) == ["words"])
  }

  @Test("Changed limits are reported and apply", arguments: ServiceFixtures.allCases)
  func limits(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .changesLimits))
    let room = try await world.channel()
    var tap = try await world.tap(world.ann)
    var limits = world.ann.limits
    limits.messageBytes = 5
    limits.fileBytes = 7
    try await world.fixture.setLimits(limits)
    #expect(try await world.events(&tap).contains(.limitsChanged(limits)))
    #expect(world.ann.limits == limits && world.ben.limits == limits)
    await #expect(throws: ChatError.refused(.messageTooLong(bytes: 6, limit: 5))) {
      try await world.ann.say("sixsix", in: room)
    }
    try await world.ann.say("five5", in: room)
    let file = FileDescription(name: "a", mimeType: "x/y", size: 8)
    await #expect(throws: ChatError.refused(.fileTooLarge(name: "a", bytes: 8, limit: 7))) {
      try await world.ann.beginUpload(file, transactionId: "u")
    }
  }
}
