import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox sends", .watched)
struct OutboxSendingTests {
  @Test("M1: a message goes from pendingSend through sending to no local state")
  func statesOfASend() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let entry = try await fixture.send("hello")
    #expect(entry.message.id == "t1")
    #expect(entry.message.localState == .pendingSend)
    let sent = try await fixture.result(of: entry.transactionId)
    #expect(sent.text == "hello" && sent.localState == nil && sent.timetoken != nil)
    #expect(fixture.log.states(of: "t1") == ["pendingSend", "sending", "done"])
    #expect(try await fixture.history() == ["hello"])
    try await fixture.client.stop()
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("M2: a message is in the store, without its draft, before the first attempt")
  func keptBeforeTried() async throws {
    let fixture = try await ClientFixture()
    let key = DraftKey(channelId: "room")
    let draft = StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: "hello")]),
      createdAt: fixture.clock.now, updatedAt: fixture.clock.now)
    try await fixture.store.perform([.saveDraft(draft)])
    try await fixture.outbox.enqueueSend(fixture.write("hello"), with: { [.deleteDraft(key)] })
    #expect(try await fixture.store.outbox().map(\.message.text) == ["hello"])
    #expect(try await fixture.store.draft(for: key) == nil)
    #expect(fixture.store.batchCount == 2)
    #expect(fixture.ann.requestCounts[.send] == nil)
  }

  @Test("M2: messages of a channel are sent in the order in which they were written, one at a time")
  func order() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    for number in 1...20 { try await fixture.send("\(number)") }
    _ = try await fixture.result(of: "t20")
    #expect(try await fixture.history() == (1...20).map(String.init))
  }

  @Test("M2: channels do not wait for each other")
  func channelsInParallel() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    try await fixture.send("slow")
    await fixture.untilAsked(.send)
    await fixture.ann.setFaults(.none)
    try await fixture.send("quick", in: "other")
    _ = try await fixture.result(of: "t2")
    #expect(fixture.isInState("t1", .sending))
    try await fixture.whileTimePasses { _ = try await fixture.result(of: "t1") }
  }

  @Test("M5: a refused message fails at once with its reason, and the next one is sent")
  func refused() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.refuse([.send], .notAllowed)
    let first = try await fixture.send("no")
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) {
      try await fixture.result(of: first.transactionId)
    }
    #expect(fixture.log.states(of: "t1") == ["pendingSend", "sending", "sendingFailed"])
    await fixture.ann.setFaults(.none)
    try await fixture.send("yes")
    _ = try await fixture.result(of: "t2")
    #expect(try await fixture.history() == ["yes"])
    #expect(try await fixture.store.outbox().map(\.failure) == [.refused(.notAllowed)])
  }

  @Test("A message that is certain to be refused is not accepted")
  func refusedHere() async throws {
    let limits = ServiceLimits(messageBytes: 10, fileBytes: 4, filesPerMessage: 2, uploadChunkBytes: 2)
    let fixture = try await ClientFixture(limits: limits)
    var message = fixture.write(" \n")
    await #expect(throws: OutboxError.failed(.refused(.emptyMessage))) {
      try await fixture.outbox.enqueueSend(message)
    }
    await #expect(throws: OutboxError.failed(.refused(.messageTooLong(bytes: 11, limit: 10)))) {
      try await fixture.outbox.enqueueSend(fixture.write("01234567890"))
    }
    message.inputFiles = [InputFile(name: "f", type: "t", source: .bytes([1, 2, 3, 4, 5]))]
    await #expect(throws: OutboxError.failed(.refused(.fileTooLarge(name: "f", bytes: 5, limit: 4)))) {
      try await fixture.outbox.enqueueSend(message)
    }
    message.inputFiles = [InputFile(name: "g", type: "t", source: .path("/nowhere"))]
    await #expect(throws: OutboxError.failed(.refused(.fileUnreadable(name: "g")))) {
      try await fixture.outbox.enqueueSend(message)
    }
    #expect(try await fixture.store.outbox().isEmpty)
    #expect(fixture.outbox.queue.channels.isEmpty)
  }

  @Test("A slow clock does not date a message before those it follows")
  func slowClock() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("from the future")
    await fixture.log.until { fixture.outbox.times.latest["room"] == said.createdAt }
    fixture.clock.set(said.createdAt + .seconds(-3600))
    let entry = try await fixture.send("after it")
    #expect(entry.message.createdAt == said.createdAt + .milliseconds(1))
  }

  @Test("R5: every mentioned user is notified once, and the author is not")
  func mentions() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    var message = fixture.write("")
    message.elements = [
      .link(text: "Ben", target: .user(userId: "ben")), .plainText(text: " "),
      .link(text: "Ben", target: .user(userId: "ben")), .plainText(text: " "),
      .link(text: "me", target: .user(userId: "ann")),
    ]
    let entry = try await fixture.outbox.enqueueSend(message)
    _ = try await fixture.result(of: entry.transactionId)
    try await fixture.send("next")
    _ = try await fixture.result(of: "t2")
    #expect(fixture.ann.requestCounts[.sendMention] == 1)
    try await fixture.client.stop()
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test(
    "The author of a quoted message is notified once, unless it is the sender or switched off",
    arguments: [("ben", true, 1), ("ben", false, nil), ("ann", true, nil)] as [(UserID, Bool, Int?)])
  func answers(quoted: UserID, isOn: Bool, count: Int?) async throws {
    let fixture = try await ClientFixture(mentionsQuotedAuthors: isOn)
    try await fixture.start()
    let author = quoted == "ben" ? fixture.ben : fixture.ann
    let said = try await author.send(
      NewMessage(transactionId: "said", channelId: "room", markup: "a question"))
    var tap = try await fixture.ben.events(after: nil).makeAsyncIterator()
    var message = fixture.write("an answer")
    message.quoted = QuotedMessage(said)
    let entry = try await fixture.outbox.enqueueSend(message)
    _ = try await fixture.result(of: entry.transactionId)
    try await fixture.send("next")
    _ = try await fixture.result(of: "t2")
    #expect(fixture.ann.requestCounts[.sendMention] == count)
    guard count != nil, fixture.ann.requestCounts[.sendMention] == count else { return }
    while let event = try await tap.next(isolation: #isolation)?.event {
      guard case .mentioned(let mention) = event else { continue }
      #expect(mention.mentioned == "ben" && mention.by == "ann")
      break
    }
  }

  @Test("A failed mention notification does not fail the message and is repeated")
  func mentionLater() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let busy = BusyTime([.sendMention], until: fixture.clock.now + .seconds(3600), saysHowLong: false)
    await fixture.ann.setFaults(.with { $0.busy = busy })
    var message = fixture.write("")
    message.elements = [.link(text: "Ben", target: .user(userId: "ben"))]
    try await fixture.outbox.enqueueSend(message)
    _ = try await fixture.result(of: "t1")
    await fixture.whileTimePasses { await fixture.untilAsked(.sendMention, times: 2) }
    #expect(try await fixture.store.outbox().map(\.message.localState) == [nil])
    await fixture.ann.setFaults(.none)
    await fixture.whileTimePasses { await settle { fixture.outbox.queue["t1"] == nil } }
    #expect(try await fixture.history() == ["Ben"])
  }
}
