import ChatDomain
import Testing

@Suite("Outbox and event token in a store")
struct OutboxContractTests {
  private static let errors: [ChatError] =
    [
      .connection(.offline), .connection(.busy(retryAfter: nil)),
      .connection(.badAnswer(.failure(status: 500, retryAfter: nil))), .connection(.badAnswer(.unreadable)),
      .connection(.badAnswer(.failure(status: 503, retryAfter: .seconds(7)))),
      .connection(.badAnswer(.tooLarge(limit: 64 << 20))),
      .connection(.busy(retryAfter: .milliseconds(4_532))), .signedOut, .refused(.messageUnreadable),
      .refused(.encryptedChannel), .connection(.timedOut), .connection(.interrupted),
      .refused(.emptyMessage), .refused(.messageTooLong(bytes: 9, limit: 4)),
      .refused(.notFound("channel é")),
      .refused(.fileTooLarge(name: "a.png", bytes: 10, limit: 5)), .refused(.invalid("name")), .eventsGone,
      .refused(.wrongNumberOfFiles(count: 31, limit: 30)), .refused(.uploadIncomplete(received: 1, size: 2)),
      .refused(.fileUnreadable(name: "b")), .refused(.alreadyExists("c")), .refused(.replyToReply),
      .cancelled,
      .draftConflict(current: nil, revision: 4), .refused(.tooLarge), .held(.suspended), .held(.locked),
      .held(.closed), .held(.expired), .held(.termsNotAccepted(page: nil)),
      .held(.termsNotAccepted(page: "https://é.example/terms")), .held(.serviceLimit(contact: nil)),
      .held(.serviceLimit(contact: "a@b.example")),
    ] + ServiceAbility.allCases.map { .refused(.notSupported($0)) }

  private func fullMessage(_ id: MessageID) -> Message {
    let draft = Samples.fullDraft(Samples.thread)
    var message = Message(
      id: id, channelId: "general", parentId: "m1", author: Samples.ann, elements: draft.content.elements,
      files: draft.content.files, quoted: draft.content.quoted, createdAt: Samples.time(7),
      timetoken: Timetoken(.max), pin: Pin(by: "ann", at: Samples.time(8), expiresAt: Samples.time(9)),
      isShownInChannel: false,
      threadInfo: ThreadInfo(
        replyCount: 3, mostRepliedUsers: [Samples.ann], lastRepliedAt: Samples.time(6),
        updatedAt: Timetoken(5)),
      reactions: [Reaction(name: "👍", users: ["ann", "ben"])], transactionId: "t1",
      localState: .syncingFailed,
      extras: MessageExtras(
        meta: ["a": .array([.null, .number(0.1), .integer(.min)])], customPushData: ["k": "v"],
        translationTargetLanguages: ["de", "fr"], mentionedMessageTemplate: "@{ann}"))
    message.version = Timetoken(.max)
    message.editedAt = Samples.time(10)
    message.deletedAt = Samples.time(11)
    return message
  }

  @Test("Every kind of work round-trips", arguments: StoreFixtures.allCases)
  func everyField(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    let full = fullMessage("m5")
    let new = NewMessage(
      transactionId: "t0", channelId: "general", parentId: "m1", markup: Samples.difficult,
      files: ["f1", "f2"],
      quoted: full.quoted, isShownInChannel: false, pinning: Pinning(expiresAt: Samples.time(3)),
      delivery: DeliveryOptions(shouldStore: false, timeToLive: 4, usePost: true), extras: full.extras)
    let edit = MessageEdit(
      transactionId: "t1", channelId: "general", messageId: "m5", markup: Samples.difficult, files: ["f9"])
    func reaction(_ isOn: Bool) -> ReactionChange {
      ReactionChange(
        transactionId: "t7", channelId: "general", messageId: "m5", name: Samples.difficult, isOn: isOn,
        user: "ann")
    }
    let works: [OutboxEntry.Work] = [
      .send(new), .edit(edit), .delete(hard: true), .delete(hard: false), .pin(Pinning()),
      .pin(Pinning(expiresAt: Samples.time(1))), .unpin, .react(reaction(true)), .react(reaction(false)),
    ]
    let entries = works.enumerated().map { number, work in
      OutboxEntry(
        sequence: number, transactionId: TransactionID("t\(number)"), work: work, message: full,
        inputFiles: Samples.fullDraft(Samples.general).inputFiles, attempts: number,
        failure: number == 2 ? .refused(.notAMember) : nil, deletesOnArrival: number == 3,
        deletesHard: number == 3)
    }
    try await fixture.store.perform(entries.map { .saveOutbox($0) })
    for try await store in fixture.lives {
      let found = try await store.outbox()
      #expect(found == entries)
      #expect(exact(found) == exact(entries))
    }
  }

  @Test("Every failure round-trips", arguments: StoreFixtures.allCases, errors)
  func failures(fixtures: StoreFixtures, error: ChatError) async throws {
    let fixture = try await fixtures.make()
    var entry = Samples.outbox("t", 1)
    entry.failure = error
    try await fixture.perform(.saveOutbox(entry))
    for try await store in fixture.lives { #expect(try await store.outbox() == [entry]) }
  }

  @Test("The order follows the sequence, not the time of saving", arguments: StoreFixtures.allCases)
  func order(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for sequence in [30, 4, 100, 21] {
      try await fixture.perform(.saveOutbox(Samples.outbox(TransactionID("t\(sequence)"), sequence)))
    }
    for try await store in fixture.lives {
      #expect(try await store.outbox().map(\.sequence) == [4, 21, 30, 100])
    }
  }

  @Test("An entry saved again keeps its place", arguments: StoreFixtures.allCases)
  func update(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(
      .saveOutbox(Samples.outbox("a", 1)), .saveOutbox(Samples.outbox("b", 2)),
      .saveOutbox(Samples.outbox("c", 3)))
    var changed = Samples.outbox("b", 2)
    changed.attempts = 7
    changed.message.localState = .sendingFailed
    try await fixture.perform(.saveOutbox(changed))
    for try await store in fixture.lives {
      let found = try await store.outbox()
      #expect(found.map(\.transactionId) == ["a", "b", "c"])
      #expect(found.dropFirst().first == changed)
    }
  }

  @Test("An entry can move back in the queue", arguments: StoreFixtures.allCases)
  func move(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveOutbox(Samples.outbox("a", 1)), .saveOutbox(Samples.outbox("b", 2)))
    try await fixture.perform(.saveOutbox(Samples.outbox("a", 3)))
    for try await store in fixture.lives {
      #expect(try await store.outbox().map(\.transactionId) == ["b", "a"])
    }
  }

  @Test("Only completed entries are removed", arguments: StoreFixtures.allCases)
  func delete(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveOutbox(Samples.outbox("a", 1)), .saveOutbox(Samples.outbox("b", 2)))
    try await fixture.perform(.deleteOutbox("a"), .deleteOutbox("nothing"))
    for try await store in fixture.lives { #expect(try await store.outbox().map(\.transactionId) == ["b"]) }
  }

  @Test("The last token is kept", arguments: StoreFixtures.allCases)
  func token(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    try await fixture.perform(.saveEventToken("1"), .saveEventToken("t\u{0}e\u{301}"))
    for try await store in fixture.lives {
      #expect(try await store.eventToken().map { Array($0.rawValue.utf8) } == Array("t\u{0}e\u{301}".utf8))
    }
  }

  @Test("The session's state is kept, only the last one", arguments: StoreFixtures.allCases)
  func session(fixtures: StoreFixtures) async throws {
    let fixture = try await fixtures.make()
    for try await store in fixture.lives { #expect(try await store.session() == nil) }
    let last = SessionState(
      openChannel: "c\u{0}1", openThread: "m", isInThread: true, isOffline: true,
      foldedSections: ["threads", "é"], chosenSpace: "hill\u{0}", hasEarlyWords: true, hasEarlyFiles: true,
      knockReasons: ["#hill:é": "for the \u{0} wine", "": ""],
      introducedDevice: "3kQm é")
    try await fixture.perform(.saveSession(SessionState(openChannel: "other")), .saveSession(last))
    for try await store in fixture.lives { #expect(try await store.session() == last) }
    try await fixture.perform(.saveSession(SessionState()))
    for try await store in fixture.lives { #expect(try await store.session() == SessionState()) }
  }
}
