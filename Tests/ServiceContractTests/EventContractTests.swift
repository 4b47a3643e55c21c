import ChatDomain
import Testing

@Suite("Events of a service")
struct EventContractTests {
  @Test("Every device of every member is notified, and no others", arguments: ServiceFixtures.allCases)
  func audience(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ann", "phone")
    var taps = [try await world.tap(world.ann), try await world.tap(phone), try await world.tap(world.ben)]
    var outside = try await world.tap(world.cay)
    let sent = try await world.ann.say("hello", in: room, transaction: "t")
    for index in taps.indices {
      let created = try await world.events(&taps[index]).created
      #expect(created.map(\.id) == [sent.id])
      // The transaction is reported only to the sender's devices.
      #expect(created.map(\.transactionId) == [index < 2 ? "t" : nil])
    }
    let seen = try await world.events(&outside)
    #expect(seen.isEmpty)
  }

  @Test(
    "Events stop after leaving and start on joining", arguments: ServiceFixtures.allCases)
  func comingAndGoing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var (ben, cay) = (try await world.tap(world.ben), try await world.tap(world.cay))
    try await world.ann.say("before", in: room)
    try await world.ann.add(["cay"], to: room)
    try await world.ben.leave(room)
    try await world.ann.say("after", in: room)
    #expect(try await world.events(&ben).created.map(\.text) == ["before"])
    #expect(try await world.events(&cay).created.map(\.text) == ["after"])
  }

  @Test("A stream without a token starts now", arguments: ServiceFixtures.allCases)
  func fromNow(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    try await world.ann.say("before", in: room)
    var tap = try await world.tap(world.ben)
    try await world.ann.say("after", in: room)
    #expect(try await world.events(&tap).created.map(\.text) == ["after"])
  }

  @Test("Resuming from any token misses and repeats nothing", arguments: ServiceFixtures.allCases)
  func resume(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    for number in 0..<8 { try await world.ann.say("\(number)", in: room) }
    let mark = try await world.mark()
    let envelopes = try await tap.envelopes(until: mark)
    #expect(envelopes.map(\.event).created.map(\.text) == (0..<8).map(String.init))
    for (index, envelope) in envelopes.enumerated() {
      var again = try await world.tap(world.ben, after: envelope.token)
      let rest = try await again.envelopes(until: mark)
      #expect(rest == Array(envelopes[(index + 1)...]))
    }
  }

  @Test(
    "A stream can start from the current token, however often it breaks before its first event",
    arguments: ServiceFixtures.allCases)
  func fromCurrentToken(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    try await world.ann.say("before", in: room)
    let token = try await world.ben.currentEventToken()
    _ = try await world.tap(world.ben, after: token)
    try await world.ann.say("after", in: room)
    var again = try await world.tap(world.ben, after: token)
    #expect(try await world.events(&again).created.map(\.text) == ["after"])
  }

  @Test(
    "A broken connection is reported, and missed events follow",
    arguments: ServiceFixtures.allCases)
  func breakOff(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    try await world.ann.say("one", in: room)
    #expect(try await world.events(&tap).created.map(\.text) == ["one"])
    let token = tap.token
    try await world.disturb(world.ben, .offline)
    let error = await failure { try await tap.next() }
    #expect(error.isConnection && error?.isWorthRetrying == true)
    #expect(await failure { try await world.ben.events(after: token) }.isConnection)
    try await world.ann.say("two", in: room)
    try await world.disturb(world.ben, .none)
    var again = try await world.tap(world.ben, after: token)
    try await world.ann.say("three", in: room)
    #expect(try await world.events(&again).created.map(\.text) == ["two", "three"])
  }

  @Test("Streams that keep breaking lose nothing", arguments: ServiceFixtures.allCases)
  func breakOffOften(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    var found: [String] = []
    // A token from before the first event, for a stream that breaks before any was read.
    _ = try await tap.envelopes(until: world.mark())
    for number in 0..<12 {
      try await world.ann.say("\(number)", in: room)
      if number.isMultiple(of: 3) { found += try await world.events(&tap).created.map(\.text) }
      try await world.disturb(world.ben, .brokenStreams)
      tap = try await world.tap(world.ben, after: tap.token)
    }
    found += try await world.events(&tap).created.map(\.text)
    #expect(found == (0..<12).map(String.init))
  }

  @Test("Any number of missed events is delivered", arguments: ServiceFixtures.allCases)
  func missedMuch(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections, .readsAtOnce))
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    _ = try await tap.envelopes(until: world.mark())
    try await world.disturb(world.ben, .offline)
    let texts = (0..<130).map(String.init)
    for text in texts { try await world.ann.say(text, in: room) }
    try await world.disturb(world.ben, .none)
    var again = try await world.tap(world.ben, after: tap.token)
    let events = try await world.events(&again)
    #expect(events.created.map(\.text) == texts)
    #expect(try await world.ben.texts(in: room) == texts)
    #expect(try await world.ben.reading(of: room).unreadCount == texts.count)
  }

  @Test("An expired or invalid token is refused as gone", arguments: ServiceFixtures.allCases)
  func gone(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .forgetsEvents, rememberedEvents: 10))
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    _ = try await tap.envelopes(until: world.mark())
    let token = tap.token
    for number in 0..<40 { try await world.ann.say("\(number)", in: room) }
    await #expect(throws: ChatError.eventsGone) { try await world.ben.events(after: token) }
    await #expect(throws: ChatError.eventsGone) { try await world.ben.events(after: "nonsense") }
    // A stream that falls too far behind ends with the same error.
    #expect(await failure { while true { _ = try await tap.next() } } == .eventsGone)
    #expect(!ChatError.eventsGone.isWorthRetrying)
    var fresh = try await world.tap(world.ben)
    try await world.ann.say("now", in: room)
    #expect(try await world.events(&fresh).created.map(\.text) == ["now"])
  }
}
