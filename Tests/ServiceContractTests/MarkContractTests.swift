import ChatDomain
import Testing

@Suite("Pins and reactions")
struct MarkContractTests {
  private func pinned(_ device: any ChatService, _ room: ChannelID) async throws -> [String] {
    try await device.pinnedMessages(in: room, ListQuery()).elements.map(\.text)
  }

  @Test("A pinned message is listed until it is unpinned", arguments: ServiceFixtures.allCases)
  func pin(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .pinsMessages))
    let room = try await world.channel()
    let sent = try await world.ann.say("keep", in: room)
    var tap = try await world.tap(world.ben)
    let message = try await world.ben.pin(sent.id, in: room, Pinning())
    #expect(message.pin?.by == "ben" && message.pin?.expiresAt == nil && message.editedAt == nil)
    _ = try await world.ben.pin(sent.id, in: room, Pinning())
    #expect(try await pinned(world.ann, room) == ["keep"])
    let unpinned = try await world.ann.unpin(sent.id, in: room)
    #expect(unpinned.pin == nil)
    _ = try await world.ann.unpin(sent.id, in: room)
    #expect(try await pinned(world.ann, room).isEmpty)
    let updates = try await world.events(&tap).updated
    #expect(updates.first?.pin?.by == "ben" && updates.last?.pin == nil)
  }

  @Test("A pin expires at its time", arguments: ServiceFixtures.allCases)
  func pinExpiry(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .movesTime, uses: .pinsMessages, .expiresPins))
    let room = try await world.channel()
    let end = world.fixture.now + .seconds(60)
    var new = NewMessage.words("pinned as sent", in: room)
    new.pinning = Pinning(expiresAt: end)
    let first = try await world.ann.send(new)
    #expect(first.pin?.expiresAt == end)
    let second = try await world.ann.say("pinned later", in: room)
    _ = try await world.ben.pin(second.id, in: room, Pinning(expiresAt: end + .seconds(60)))
    try await world.advance(by: .seconds(59))
    #expect(try await Set(pinned(world.ann, room)) == ["pinned as sent", "pinned later"])
    try await world.advance(by: .seconds(1))
    #expect(try await pinned(world.ann, room) == ["pinned later"])
    #expect(try await world.ben.message(first.id, in: room).pin?.holds(at: world.fixture.now) != true)
    #expect(try await world.ben.texts(in: room).count == 2)
  }

  @Test("Pins come in pages, and deleted messages have none", arguments: ServiceFixtures.allCases)
  func pinPages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .pinsMessages))
    let room = try await world.channel()
    var messages: [Message] = []
    for number in 0..<8 {
      messages.append(try await world.ann.say("\(number)", in: room))
      _ = try await world.ann.pin(messages[number].id, in: room, Pinning())
    }
    try await world.ann.delete(messages[3].id, in: room, hard: false)
    try await world.ann.delete(messages[4].id, in: room, hard: true)
    let found = try await allPages(of: 2) {
      try await world.ben.pinnedMessages(in: room, ListQuery(limit: 2, cursor: $0))
    }.map(\.text)
    #expect(found.sorted() == ["0", "1", "2", "5", "6", "7"])
    await #expect(throws: ChatError.refused(.messageDeleted)) {
      try await world.ann.pin(messages[3].id, in: room, Pinning())
    }
    #expect(await failure { try await world.ann.pin(messages[4].id, in: room, Pinning()) }.isNotFound)
  }

  @Test(
    "A reaction exists once per person, in order of arrival", arguments: ServiceFixtures.allCases)
  func reactions(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions))
    let room = try await world.channel(with: ["ben", "cay"])
    let sent = try await world.ann.say("look", in: room)
    var tap = try await world.tap(world.cay)
    for device in [world.ben, world.ann, world.ben] {
      _ = try await device.react("👍", true, to: sent)
    }
    let message = try await world.cay.react("❤️", true, to: sent)
    #expect(message.reactions.first { $0.name == "👍" }?.users == ["ben", "ann"])
    #expect(message.reactions.first { $0.name == "❤️" }?.users == ["cay"])
    _ = try await world.ben.react("👍", false, to: sent)
    _ = try await world.cay.react("❤️", false, to: sent)
    let left = try await world.cay.react("❤️", false, to: sent)
    #expect(left.reactions == [Reaction(name: "👍", users: ["ann"])])
    #expect(left.editedAt == nil)
    let events = try await world.events(&tap)
    #expect(events.updated.count == 5)
    #expect(events.updated.last?.reactions == left.reactions)
    #expect(zip(events.versions, events.versions.dropFirst()).allSatisfy(<))
  }

  @Test("A repeated reaction is answered and undoes nothing", arguments: ServiceFixtures.allCases)
  func reactionAgain(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions))
    let room = try await world.channel()
    let sent = try await world.ann.say("look", in: room)
    let phone = try await world.device("ben", "phone")
    try await world.ben.react("👍", true, to: sent, transaction: "r")
    try await phone.react("👍", false, to: sent)
    var tap = try await world.tap(world.ann)
    #expect(try await world.ben.react("👍", true, to: sent, transaction: "r").reactions.isEmpty)
    #expect(try await world.events(&tap).updated.isEmpty)
    // A transaction without effect is remembered too.
    try await phone.react("👍", false, to: sent, transaction: "nothing")
    try await world.ben.react("👍", true, to: sent)
    #expect(try await phone.react("👍", false, to: sent, transaction: "nothing").reactions.count == 1)
  }

  @Test("A reaction on another person's behalf is refused", arguments: ServiceFixtures.allCases)
  func foreignReaction(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions))
    let room = try await world.channel()
    let sent = try await world.ann.say("look", in: room)
    let change = ReactionChange(
      transactionId: "r", channelId: room, messageId: sent.id, name: "👍", isOn: true, user: "ann")
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.ben.setReaction(change) }
  }

  // For devices that saw all changes, as both have here: a network may keep no trace of an undone reaction, and a
  // later device does not know of it.
  @Test(
    "Every result with a message has the version of its last event",
    arguments: ServiceFixtures.allCases)
  func versions(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions, .pinsMessages))
    let room = try await world.channel()
    var (mine, tap) = (try await world.tap(world.ann), try await world.tap(world.ben))
    let sent = try await world.ann.say("look", in: room)
    var answers = [
      sent, try await world.ben.react("👍", true, to: sent), try await world.ann.rewrite(sent, "see"),
    ]
    answers.append(try await world.ann.pin(sent.id, in: room, Pinning()))
    // A change without effect has no new version.
    answers.append(try await world.ann.pin(sent.id, in: room, Pinning()))
    let versions = try answers.map { try #require($0.version) }
    #expect(versions[3] == versions[4] && zip(versions[0...3], versions[1...3]).allSatisfy(<))
    for events in [try await world.events(&tap), try await world.events(&mine)] {
      // Consecutive changes may be reported as one event.
      let told = (events.created + events.updated).compactMap(\.version)
      #expect(told.isPart(of: versions) && told.last == versions[4])
    }
    #expect(try await world.ben.message(sent.id, in: room).version == versions[4])
    #expect(try await world.ben.wholeHistory(of: room).said.map(\.version) == [versions[4]])
    // A reply changes the thread's state, which has a separate version.
    try await world.ben.say("reply", in: room, under: sent.id)
    #expect(try await world.ann.message(sent.id, in: room).version == versions[4])
  }

  @Test("Concurrent reactions all count", arguments: ServiceFixtures.allCases)
  func reactionsAtOnce(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions))
    let room = try await world.channel(with: ["ben", "cay"])
    let sent = try await world.ann.say("look", in: room)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for device in [world.ann, world.ben, world.cay] {
        group.addTask { _ = try await device.react("🎉", true, to: sent) }
      }
      try await group.waitForAll()
    }
    let users = try await world.ann.message(sent.id, in: room).reactions.first?.users ?? []
    #expect(Set(users) == ["ann", "ben", "cay"] && users.count == 3)
  }

  @Test("Only members react, and only to existing messages", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .takesReactions))
    let room = try await world.channel()
    let sent = try await world.ann.say("look", in: room)
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.react("👍", true, to: sent)
    }
    #expect(await failure { try await world.ann.react(" ", true, to: sent) }.isInvalid)
    try await world.ann.delete(sent.id, in: room, hard: false)
    await #expect(throws: ChatError.refused(.messageDeleted)) {
      try await world.ben.react("👍", true, to: sent)
    }
  }
}
