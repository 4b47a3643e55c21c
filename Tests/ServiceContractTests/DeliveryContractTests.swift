import ChatDomain
import DraftEngine
import Testing

@Suite("Delivery options")
struct DeliveryContractTests {
  @Test(
    "A transient message reaches present members and is not stored", arguments: ServiceFixtures.allCases)
  func passing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages, .passesMessages))
    let room = try await world.channel()
    var tap = try await world.tap(world.ben)
    let elements: [MessageElement] = [
      .plainText(text: "passing by "), .link(text: "Ben", target: .user(userId: "ben")),
    ]
    var new = NewMessage.elements(elements, in: room, transaction: "t")
    new.delivery.shouldStore = false
    let sent = try await world.ann.send(new)
    #expect(sent.timetoken != nil)
    #expect(try await world.ann.send(new).id == sent.id)
    try await world.ann.sendMention(
      MentionEvent(channelId: room, parentId: nil, messageId: sent.id, mentioned: "ben", by: "ann"))
    let heard = try await world.events(&tap)
    #expect(heard.created.map(\.text) == ["passing by Ben"] && heard.mentions.map(\.messageId) == [sent.id])
    #expect(try await world.ben.texts(in: room).isEmpty)
    #expect(try await world.ben.reading(of: room) == ReadPosition())
    #expect(try await world.ben.channel(room).lastMessage?.id != sent.id)
    #expect(try await world.ben.search(SearchQuery(text: "passing")).elements.isEmpty)
  }

  @Test("A message with a time to live disappears at its end", arguments: ServiceFixtures.allCases)
  func timeToLive(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .movesTime, uses: .expiresMessages))
    let room = try await world.channel()
    for (text, hours) in [("for ever", nil), ("also", 0), ("two hours", 2), ("one hour", 1)]
      as [(String, Int?)]
    {
      var new = NewMessage.words(text, in: room)
      new.delivery.timeToLive = hours
      _ = try await world.ann.send(new)
    }
    try await world.advance(by: .seconds(3_599))
    #expect(try await world.ben.texts(in: room).count == 4)
    try await world.advance(by: .seconds(1))
    #expect(try await world.ben.texts(in: room) == ["for ever", "also", "two hours"])
    #expect(try await world.ben.reading(of: room).unreadCount == 3)
    try await world.advance(by: .seconds(3_600))
    #expect(try await world.ben.texts(in: room) == ["for ever", "also"])
    #expect(try await world.ben.channel(room).lastMessage?.text == "also")
  }

  @Test("A negative time to live is refused", arguments: ServiceFixtures.allCases)
  func negative(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var new = NewMessage.words("words", in: room)
    new.delivery.timeToLive = -1
    let wrong = new
    #expect(await failure { try await world.ann.send(wrong) }.isInvalid)
    #expect(try await world.ben.texts(in: room).isEmpty)
  }

  @Test("A message that cannot be delivered as requested is refused", arguments: ServiceFixtures.allCases)
  func unable(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(
      ServiceSetup(uses: .pinsMessages, lacks: .passesMessages, .expiresMessages, .expiresPins))
    let room = try await world.channel()
    let old = try await world.ann.say("words", in: room)
    var (passing, mortal, pinned) = (
      NewMessage.words("no", in: room), NewMessage.words("no", in: room), NewMessage.words("no", in: room)
    )
    passing.delivery.shouldStore = false
    mortal.delivery.timeToLive = 1
    let end = Timestamp(seconds: 4_000_000_000)
    pinned.pinning = Pinning(expiresAt: end)
    for (new, ability) in [(passing, .passesMessages), (mortal, .expiresMessages), (pinned, .expiresPins)]
      as [(NewMessage, ServiceAbility)]
    {
      await #expect(throws: ChatError.refused(.notSupported(ability))) { try await world.ann.send(new) }
    }
    await #expect(throws: ChatError.refused(.notSupported(.expiresPins))) {
      try await world.ann.pin(old.id, in: room, Pinning(expiresAt: end))
    }
    #expect(try await world.ben.texts(in: room) == ["words"])
    #expect(try await world.ann.pin(old.id, in: room, Pinning()).pin != nil)
  }

  @Test("Requests with and without a body do the same", arguments: ServiceFixtures.allCases, [true, false])
  func usePost(fixtures: ServiceFixtures, usePost: Bool) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var new = NewMessage.words("words", in: room)
    new.delivery.usePost = usePost
    #expect(try await world.ann.send(new).text == "words")
  }
}
