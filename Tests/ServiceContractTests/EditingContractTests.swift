import ChatDomain
import DraftEngine
import Testing

@Suite("Editing and deleting messages")
struct EditingContractTests {
  @Test("An edit replaces text and files in place", arguments: ServiceFixtures.allCases)
  func edit(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let file = try await world.ann.keep([7])
    let sent = try await world.ann.say("frist", in: room)
    try await world.ben.say("second", in: room)
    var tap = try await world.tap(world.ben)
    let edited = try await world.ann.edit(
      MessageEdit(transactionId: "e", channelId: room, messageId: sent.id, markup: "first", files: [file.id]))
    #expect(edited.id == sent.id && edited.text == "first" && edited.files == [file])
    #expect(
      edited.editedAt != nil && edited.createdAt == sent.createdAt && edited.timetoken == sent.timetoken)
    #expect(try await world.ben.texts(in: room) == ["first", "second"])
    let events = try await world.events(&tap)
    #expect(events.updated.map(\.text) == ["first"] && events.created.isEmpty)
  }

  @Test("A repeated edit does nothing, and versions rise", arguments: ServiceFixtures.allCases)
  func editAgain(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.say("one", in: room)
    var tap = try await world.tap(world.ben)
    let first = try await world.ann.rewrite(sent, "two", transaction: "e1")
    try await world.ann.rewrite(sent, "three", transaction: "e2")
    #expect(try await world.ann.rewrite(sent, "two", transaction: "e1").id == first.id)
    #expect(try await world.ben.texts(in: room) == ["three"])
    let events = try await world.events(&tap)
    #expect(events.updated.map(\.text) == ["two", "three"])
    #expect(zip(events.versions, events.versions.dropFirst()).allSatisfy(<))
  }

  @Test(
    "Only the author may edit, and deleted messages cannot be edited", arguments: ServiceFixtures.allCases)
  func editRefused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.say("mine", in: room)
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.ben.rewrite(sent, "yours") }
    await #expect(throws: ChatError.refused(.emptyMessage)) { try await world.ann.rewrite(sent, " ") }
    await #expect(throws: ChatError.refused(.notAMember)) { try await world.cay.rewrite(sent, "hers") }
    try await world.ann.delete(sent.id, in: room, hard: false)
    await #expect(throws: ChatError.refused(.messageDeleted)) { try await world.ann.rewrite(sent, "back") }
    try await world.ann.delete(sent.id, in: room, hard: true)
    #expect(await failure { try await world.ann.rewrite(sent, "back") }.isNotFound)
  }

  @Test("A soft-deleted message keeps its place without its text", arguments: ServiceFixtures.allCases)
  func softDelete(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var new = NewMessage.mention("ben", in: room)
    new.files = [try await world.ann.keep([1]).id]
    let sent = try await world.ann.send(new)
    let after = try await world.ann.say("after", in: room)
    var tap = try await world.tap(world.ben)
    try await world.ann.delete(sent.id, in: room, hard: false)
    try await world.ann.delete(sent.id, in: room, hard: false)
    let history = try await world.ben.wholeHistory(of: room).said
    #expect(history.map(\.id) == [sent.id, after.id])
    let left = try #require(history.first)
    #expect(left.isDeleted && left.text.isEmpty && left.files.isEmpty && left.mentionedUsers.isEmpty)
    #expect(left.author == Cast.ann && left.timetoken == sent.timetoken)
    let deleted = try await world.events(&tap).deleted
    #expect(deleted.map(\.messageId) == [sent.id] && deleted.map(\.isHard) == [false])
  }

  @Test("A hard deletion leaves nothing", arguments: ServiceFixtures.allCases)
  func hardDelete(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let before = try await world.ann.say("before", in: room)
    let sent = try await world.ann.say("gone", in: room)
    var tap = try await world.tap(world.ben)
    try await world.ann.delete(sent.id, in: room, hard: true)
    try await world.ann.delete(sent.id, in: room, hard: true)
    #expect(try await world.ben.wholeHistory(of: room).said.map(\.id) == [before.id])
    #expect(await failure { try await world.ben.message(sent.id, in: room) }.isNotFound)
    #expect(try await world.ben.channel(room).lastMessage?.id == before.id)
    #expect(try await world.events(&tap).deleted.map(\.isHard) == [true])
  }

  @Test("A soft-deleted message can be hard-deleted", arguments: ServiceFixtures.allCases)
  func softThenHard(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.say("words", in: room)
    try await world.ann.delete(sent.id, in: room, hard: false)
    try await world.ann.delete(sent.id, in: room, hard: true)
    #expect(try await world.ben.wholeHistory(of: room).said.isEmpty)
  }

  @Test("Only the author may delete", arguments: ServiceFixtures.allCases, [true, false])
  func deleteRefused(fixtures: ServiceFixtures, hard: Bool) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.say("mine", in: room)
    await #expect(throws: ChatError.refused(.needsRole(.moderator))) {
      try await world.ben.delete(sent.id, in: room, hard: hard)
    }
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.delete(sent.id, in: room, hard: hard)
    }
    #expect(await failure { try await world.ann.delete("nothing", in: room, hard: hard) }.isNotFound)
    #expect(try await world.ben.texts(in: room) == ["mine"])
  }
}
