import ChatDomain
import DraftEngine
import Testing

@Suite("Sending messages")
struct SendingContractTests {
  @Test("A message arrives as sent", arguments: ServiceFixtures.allCases)
  func everyField(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let first = try await world.ben.say("what do you think?", in: room)
    let file = try await world.ann.keep([1, 2, 3], named: "é.txt")
    let elements: [MessageElement] = [
      .plainText(text: "e\u{301}é \r\n[not](a://link) \\ "),
      .link(text: "Ben]", target: .user(userId: "ben")),
      .plainText(text: " 👨‍👩‍👧 "), .link(text: "#room", target: .channel(channelId: room.rawValue)),
      .link(text: "docs", target: .url(url: "https://x.org/(a)")),
    ]
    var new = NewMessage.elements(elements, in: room, transaction: "mine")
    new.files = [file.id]
    new.quoted = QuotedMessage(first)
    new.extras = MessageExtras(
      meta: ["a": .array([1, nil])], customPushData: ["k": "v"], translationTargetLanguages: ["de"],
      mentionedMessageTemplate: "@{ben}")
    let sent = try await world.ann.send(new)
    #expect(sent.elements.map { Array($0.text.utf8) } == elements.map { Array($0.text.utf8) })
    #expect(sent.elements == elements && sent.files == [file] && sent.quoted == QuotedMessage(first))
    #expect(sent.author == Cast.ann && sent.channelId == room && sent.extras == new.extras)
    #expect(sent.transactionId == "mine" && sent.localState == nil && sent.timetoken != nil)
    #expect(sent.parentId == nil && sent.editedAt == nil && !sent.isDeleted && sent.kind == .regular)
    var theirs = sent
    theirs.transactionId = nil
    #expect(try await world.ben.message(sent.id, in: room) == theirs)
    #expect(try await world.ann.message(sent.id, in: room).transactionId == "mine")
  }

  @Test("Sending again returns the same message", arguments: ServiceFixtures.allCases)
  func idempotent(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ann", "phone")
    var tap = try await world.tap(world.ben)
    let sent = try await world.ann.say("once", in: room, transaction: "t")
    #expect(try await world.ann.say("once", in: room, transaction: "t") == sent)
    #expect(try await phone.say("once", in: room, transaction: "t").id == sent.id)
    #expect(try await world.ben.texts(in: room) == ["once"])
    #expect(try await world.events(&tap).created.map(\.id) == [sent.id])
    #expect(try await world.ben.reading(of: room).unreadCount == 1)
    // Another person's transaction with the same id is distinct.
    try await world.ben.say("mine", in: room, transaction: "t")
    #expect(try await world.ben.texts(in: room) == ["once", "mine"])
  }

  @Test(
    "Concurrent sends with one transaction create one message", arguments: ServiceFixtures.allCases)
  func idempotentAtOnce(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let ids = try await withThrowingTaskGroup(of: MessageID.self) { group in
      for _ in 0..<8 { group.addTask { try await world.ann.say("once", in: room, transaction: "t").id } }
      return try await group.reduce(into: Set<MessageID>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try await world.ben.texts(in: room) == ["once"])
  }

  @Test("After a lost answer sending again finds the message", arguments: ServiceFixtures.allCases)
  func lostAnswer(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .losesAnswers))
    let room = try await world.channel()
    try await world.disturb(world.ann, .lostAnswers)
    let error = await failure { try await world.ann.say("hello", in: room, transaction: "t") }
    #expect(error.isConnection && error?.isWorthRetrying == true)
    try await world.disturb(world.ann, .none)
    let sent = try await world.ann.say("hello", in: room, transaction: "t")
    #expect(sent.text == "hello")
    #expect(try await world.ben.texts(in: room) == ["hello"])
  }

  @Test(
    "Sending a hard-deleted message again does not restore it", arguments: ServiceFixtures.allCases
  )
  func resendDeleted(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let sent = try await world.ann.say("gone", in: room, transaction: "t")
    try await world.ann.delete(sent.id, in: room, hard: true)
    _ = try await world.ann.say("gone", in: room, transaction: "t")
    #expect(try await world.ben.texts(in: room).isEmpty)
  }

  @Test(
    "Timetokens rise in channel order, even with a stopped clock",
    arguments: ServiceFixtures.allCases)
  func order(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: ["ben", "cay"])
    var tap = try await world.tap(world.ben)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, device) in [("a", world.ann), ("b", world.ben), ("c", world.cay)] {
        group.addTask { for number in 0..<10 { try await device.say("\(name)\(number)", in: room) } }
      }
      try await group.waitForAll()
    }
    let history = try await world.ann.wholeHistory(of: room).said
    let tokens = history.compactMap(\.timetoken)
    #expect(tokens.count == 30 && zip(tokens, tokens.dropFirst()).allSatisfy(<))
    for name in ["a", "b", "c"] {
      #expect(history.map(\.text).filter { $0.hasPrefix(name) } == (0..<10).map { "\(name)\($0)" })
    }
    #expect(try await world.events(&tap).created.map(\.id) == history.map(\.id))
  }

  @Test("An invalid message is refused, and nothing of it exists", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let (room, other) = (try await world.channel(), try await world.channel("other"))
    let foreign = try await world.ann.say("elsewhere", in: other)
    for blank in ["", "  \n\t "] {
      await #expect(throws: ChatError.refused(.emptyMessage)) { try await world.ann.say(blank, in: room) }
    }
    await #expect(throws: ChatError.refused(.notAMember)) { try await world.cay.say("hi", in: room) }
    #expect(await failure { try await world.ann.say("hi", in: "nowhere") }.isNotFound)
    var quoting = NewMessage.words("see", in: room)
    quoting.quoted = QuotedMessage(foreign)
    await #expect(throws: ChatError.refused(.quoteFromOtherChannel)) { try await world.ann.send(quoting) }
    var attached = NewMessage.words("see", in: room)
    attached.files = ["nothing"]
    #expect(await failure { try await world.ann.send(attached) }.isNotFound)
    #expect(try await world.ben.texts(in: room).isEmpty)
  }

  @Test("A message may have exactly the limit, not more", arguments: ServiceFixtures.allCases)
  func length(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let limit = world.ann.limits.messageBytes
    try await world.ann.say(String(repeating: "a", count: limit), in: room)
    await #expect(throws: ChatError.refused(.messageTooLong(bytes: limit + 1, limit: limit))) {
      try await world.ann.say(String(repeating: "a", count: limit + 1), in: room)
    }
    #expect(try await world.ben.texts(in: room).count == 1)
  }

  @Test("A refused transaction can be resent once corrected", arguments: ServiceFixtures.allCases)
  func afterRefusal(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    await #expect(throws: ChatError.refused(.emptyMessage)) {
      try await world.ann.say(" ", in: room, transaction: "t")
    }
    try await world.ann.say("words", in: room, transaction: "t")
    #expect(try await world.ben.texts(in: room) == ["words"])
  }

  @Test(
    "The sender finds a message by its transaction, on every device and at any time",
    arguments: ServiceFixtures.allCases)
  func transactionAsId(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .provesOldMessages))
    let room = try await world.channel()
    let sent = try await world.ann.say("hello", in: room, transaction: "mine")
    for number in 0..<20 { try await world.ann.say("\(number)", in: room) }
    let edited = try await world.ann.rewrite(sent, "hello!", transaction: "edit")
    let phone = try await world.device("ann", "phone")
    for device in [world.ann, phone] { #expect(try await device.message("mine", in: room) == edited) }
    #expect(await failure { try await world.ben.message("mine", in: room) }.isNotFound)
    // The transaction of an edit is not a message id.
    #expect(await failure { try await world.ann.message("edit", in: room) }.isNotFound)
    try await world.channel("elsewhere")
    #expect(await failure { try await world.ann.message("mine", in: "elsewhere") }.isNotFound)
    try await world.ann.delete(sent.id, in: room, hard: true)
    #expect(await failure { try await world.ann.message("mine", in: room) }.isNotFound)
  }

  @Test("Data nested too deeply is refused", arguments: ServiceFixtures.allCases)
  func nested(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    func meta(_ levels: Int) -> JSONValue { (0..<levels).reduce(1) { value, _ in .array([value]) } }
    var new = NewMessage.words("data", in: room)
    new.extras.meta = ["fine": 1, "deep": .object(["a": meta(JSONValue.maximumDepth)])]
    await #expect(throws: ChatError.refused(.nestedTooDeep(limit: JSONValue.maximumDepth))) {
      try await world.ann.send(new)
    }
    new.extras.meta = ["deep": meta(JSONValue.maximumDepth)]
    #expect(try await world.ann.send(new).extras.meta == new.extras.meta)
  }
}
