import ChatDomain
import DraftEngine
import Testing

@Suite("The cache of a store")
struct CacheContractTests {
  @Test("Channels are complete, latest activity first", arguments: StoreFixtures.allCases)
  func channels(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let full = ChannelSummary(
      channel: Channel(
        id: "dm", name: "e\u{301}", type: .direct, topic: "topic \u{0}", createdAt: Samples.time(1),
        updatedAt: Samples.time(2)),
      memberCount: 2, partner: Samples.ann, lastMessage: Samples.message("m", in: "dm", at: 50),
      reading: ReadPosition(lastRead: Timetoken(.max), unreadCount: 4, mentionCount: 2))
    let bare = ChannelSummary(
      channel: Channel(id: "bare", type: .group, createdAt: Samples.time(60)), memberCount: 0,
      reading: ReadPosition())
    let early = Samples.channel("early", active: 10)
    try await fixture.perform(.cacheChannels([early, full]), .cacheChannels([bare]))
    for try await store in fixture.lives {
      #expect(try await exact(store.cachedChannels(from: 0, limit: 9)) == exact([bare, full, early]))
    }
  }

  @Test("Caching a channel again replaces it", arguments: StoreFixtures.allCases)
  func channelAgain(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .cacheChannels([Samples.channel("a", active: 1), Samples.channel("b", active: 2)]))
    let newer = Samples.channel("a", active: 3)
    try await fixture.perform(.cacheChannels([newer]), .cacheChannels([]))
    for try await store in fixture.lives {
      let found = try await store.cachedChannels(from: 0, limit: 9)
      #expect(found.map(\.id) == ["a", "b"])
      #expect(found.first == newer)
    }
  }

  @Test("Channels are read in pages, whatever changed before", arguments: StoreFixtures.allCases)
  func channelPages(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let names = (0..<9).map { ChannelID("c\($0)") }
    try await fixture.perform(
      .cacheChannels(names.enumerated().map { Samples.channel($1, active: Int64($0)) }))
    // Channels of the same time are ordered by id.
    try await fixture.perform(.cacheChannels([Samples.channel("c0", active: 5)]), .forgetChannel("c8"))
    for try await store in fixture.lives {
      var pages: [[ChannelID]] = []
      for offset in [0, 3, 6, 8, 20] {
        pages.append(try await store.cachedChannels(from: offset, limit: 3).map(\.id))
      }
      #expect(pages == [["c7", "c6", "c0"], ["c5", "c4", "c3"], ["c2", "c1"], [], []])
      #expect(try await store.cachedChannels(from: 0, limit: 0).isEmpty)
    }
  }

  @Test("The latest messages of a channel are read, oldest first", arguments: StoreFixtures.allCases)
  func messages(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for number in [3, 1, 5, 2, 4] {
      let message = Samples.message(MessageID("m\(number)"), at: Int64(number), text: Samples.difficult)
      try await fixture.perform(.cacheMessages([message]))
    }
    try await fixture.perform(.cacheMessages([Samples.message("m9", in: "other", at: 9)]))
    for try await store in fixture.lives {
      #expect(
        try await store.cachedMessages(in: "general", limit: 9).map(\.id) == ["m1", "m2", "m3", "m4", "m5"])
      let latest = try await store.cachedMessages(in: "general", limit: 2)
      #expect(latest.map(\.id) == ["m4", "m5"])
      #expect(exact(latest.map(\.text)) == exact([Samples.difficult, Samples.difficult]))
      #expect(try await store.cachedMessages(in: "general", limit: 0).isEmpty)
      #expect(try await store.cachedMessages(in: "nowhere", limit: 9).isEmpty)
      #expect(
        try await store.cachedMessage("m2", in: "general") == store.cachedMessages(in: "general", limit: 9)[1]
      )
      #expect(try await store.cachedMessage("m9", in: "general") == nil)
      #expect(try await store.cachedMessage("m9", in: "nowhere") == nil)
    }
  }

  @Test("The same id in two channels is two messages", arguments: StoreFixtures.allCases)
  func sameId(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .cacheMessages([
        Samples.message("m", in: "a", text: "in a"), Samples.message("m", in: "b", text: "in b"),
      ]))
    try await fixture.perform(.forgetMessage("m", "a"))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessages(in: "a", limit: 9).isEmpty)
      #expect(try await store.cachedMessages(in: "b", limit: 9).map(\.text) == ["in b"])
    }
  }

  @Test("Caching a message again replaces it in place", arguments: StoreFixtures.allCases)
  func messageAgain(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.cacheMessages([Samples.message("m1", at: 1), Samples.message("m2", at: 2)]))
    var edited = Samples.message("m1", at: 1, text: "edited")
    edited.editedAt = Samples.time(9)
    try await fixture.perform(.cacheMessages([edited]))
    for try await store in fixture.lives {
      let found = try await store.cachedMessages(in: "general", limit: 9)
      #expect(found.map(\.id) == ["m1", "m2"])
      #expect(found.first == edited)
    }
  }

  @Test(
    "Forgetting a channel removes its messages and keeps drafts and outbox", arguments: StoreFixtures.allCases
  )
  func forgetChannel(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .cacheChannels([Samples.channel("general", active: 1), Samples.channel("other", active: 2)]),
      .cacheMessages([Samples.message("m1"), Samples.message("m2", in: "other")]),
      .saveDraft(Samples.draft()), .saveOutbox(Samples.outbox("t", 1)),
      .addHistory(Samples.history("kept", at: 1)))
    try await fixture.perform(.forgetChannel("general"), .forgetChannel("nowhere"))
    for try await store in fixture.lives {
      #expect(try await store.cachedChannels(from: 0, limit: 9).map(\.id) == ["other"])
      #expect(try await store.cachedMessages(in: "general", limit: 9).isEmpty)
      #expect(try await store.cachedMessages(in: "other", limit: 9).count == 1)
      #expect(try await store.drafts().count == 1)
      #expect(try await store.outbox().count == 1)
      #expect(try await store.draftHistory(for: nil, limit: 9).count == 1)
    }
  }

  private func quote(of message: Message, by id: MessageID, at number: Int64) -> Message {
    var quoting = Samples.message(id, at: number)
    quoting.quoted = QuotedMessage(message)
    return quoting
  }

  private func edited(_ message: Message, _ text: String, version: UInt64) -> Message {
    var message = message
    message.elements = [.plainText(text: text)]
    message.editedAt = Samples.time(9)
    message.version = Timetoken(version)
    return message
  }

  private func deletion(_ id: MessageID, hard: Bool) -> MessageDeletedEvent {
    MessageDeletedEvent(
      channelId: "general", messageId: id, parentId: nil, isHard: hard, deletedAt: Samples.time(77))
  }

  @Test(
    "A cached quote follows its message, in either order", arguments: StoreFixtures.allCases)
  func quotes(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let said = Samples.message("said", at: 1, text: "one")
    let (early, late) = (edited(said, "two", version: 20), edited(said, "three", version: 30))
    let quote = quote(of: said, by: "quote", at: 5)
    try await fixture.perform(.cacheMessages([late]), .cacheMessages([quote]))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("quote", in: "general")?.quoted?.elements.text == "three")
    }
    try await fixture.perform(
      .updateMessage(early), .cacheMessages([self.quote(of: early, by: "quote", at: 5)]))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("quote", in: "general")?.quoted?.elements.text == "three")
      #expect(try await store.cachedMessage("said", in: "general")?.text == "three")
    }
    try await fixture.perform(.updateMessage(edited(said, "four", version: 40)))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("quote", in: "general")?.quoted?.elements.text == "four")
      #expect(try await store.cachedMessage("said", in: "general")?.text == "four")
    }
  }

  @Test(
    "No text of a deleted message is kept or returns", arguments: StoreFixtures.allCases,
    [true, false])
  func deletedWords(fixtures: StoreFixtures, hard: Bool) async throws {
    let fixture = try await fixtures.make()
    let said = Samples.message("said", at: 1, text: "secret")
    let quote = quote(of: said, by: "quote", at: 5)
    try await fixture.perform(
      .cacheMessages([said, quote]), .deleteMessage(deletion("said", hard: hard)),
      .updateMessage(edited(said, "secret again", version: 50)), .cacheMessages([quote]))
    for try await store in fixture.lives {
      let kept = try await store.cachedMessages(in: "general", limit: 9)
      #expect(kept.map(\.id) == (hard ? ["quote"] : ["said", "quote"]))
      #expect(!kept.contains { $0.text.contains("secret") })
      #expect(kept.last?.quoted?.isDeleted == true && kept.last?.quoted?.elements.isEmpty == true)
      if !hard { #expect(kept.first?.deletedAt == Samples.time(77)) }
    }
    // A message that is not cached is not created.
    try await fixture.perform(
      .updateMessage(Samples.message("new", at: 8)), .deleteMessage(deletion("x", hard: false)))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("new", in: "general") == nil)
    }
  }

  @Test("A message is found by its transaction", arguments: StoreFixtures.allCases)
  func transactions(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    var sent = Samples.message("m1", at: 1)
    sent.transactionId = "t1"
    try await fixture.perform(.cacheMessages([sent, Samples.message("m2", at: 2)]))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("t1", in: "general") == sent)
      #expect(try await store.cachedMessage("t1", in: "other") == nil)
      #expect(try await store.cachedMessage("t2", in: "general") == nil)
    }
    try await fixture.perform(.forgetMessage("m1", "general"))
    for try await store in fixture.lives {
      #expect(try await store.cachedMessage("t1", in: "general") == nil)
    }
  }
}
