import ChatDomain
import Testing

@Suite("Mention notifications")
struct MentionContractTests {
  private func event(_ message: Message, _ mentioned: UserID, by: UserID = "ann") -> MentionEvent {
    MentionEvent(
      channelId: message.channelId, parentId: message.parentId, messageId: message.id, mentioned: mentioned,
      by: by)
  }

  @Test("A person is notified once per message, on all devices", arguments: ServiceFixtures.allCases)
  func once(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: ["ben", "cay"])
    // Subscribe before sending: a service may report the mention together with the message.
    var (laptop, phone) = (try await world.tap(world.ben), try await world.tap(world.device("ben", "phone")))
    var cay = try await world.tap(world.cay)
    let sent = try await world.ann.send(.mention("ben", in: room))
    for _ in 0..<3 { try await world.ann.sendMention(event(sent, "ben")) }
    #expect(try await world.events(&laptop).mentions == [event(sent, "ben")])
    #expect(try await world.events(&phone).mentions == [event(sent, "ben")])
    #expect(try await world.events(&cay).mentions.isEmpty)
    let again = try await world.ann.send(.mention("ben", in: room))
    try await world.ann.sendMention(event(again, "ben"))
    #expect(try await world.events(&laptop).mentions.map(\.messageId) == [again.id])
  }

  @Test("A mention in a thread names the thread", arguments: ServiceFixtures.allCases)
  func thread(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    // Subscribe before sending: a service may report the mention together with the message.
    var tap = try await world.tap(world.ben)
    let reply = try await world.ann.send(.mention("ben", in: room, under: parent.id))
    try await world.ann.sendMention(event(reply, "ben"))
    #expect(try await world.events(&tap).mentions.map(\.parentId) == [parent.id])
  }

  @Test(
    "The author of a quoted message is notified like a mention, if requested",
    arguments: ServiceFixtures.allCases,
    [true, false])
  func answered(fixtures: ServiceFixtures, isWanted: Bool) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let asked = try await world.ben.say("a question", in: room)
    var tap = try await world.tap(world.ben)
    var answer = NewMessage.words("an answer", in: room)
    answer.quoted = QuotedMessage(asked)
    answer.mentionsQuotedAuthor = isWanted
    let sent = try await world.ann.send(answer)
    if isWanted { try await world.ann.sendMention(event(sent, "ben")) }
    #expect(try await world.events(&tap).mentions == (isWanted ? [event(sent, "ben")] : []))
  }

  @Test("A message on another person's behalf is refused", arguments: ServiceFixtures.allCases)
  func forged(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.send(.mention("ben", in: room))
    await #expect(throws: ChatError.refused(.notAllowed)) {
      try await world.ben.sendMention(event(sent, "ann", by: "ann"))
    }
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.sendMention(event(sent, "ben", by: "cay"))
    }
  }
}
