import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A withdrawn message is deleted wherever it appears", .watched)
struct OutboxWithdrawalTests {
  /// Sends a message that arrives, with a lost answer.
  private func sendWithLostAnswer(_ fixture: ClientFixture) async throws -> OutboxEntry {
    await fixture.loseAnswers()
    let sending = try await fixture.send("withdrawn")
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    return sending
  }

  @Test("It is found beyond more than a page of others")
  func olderPages() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    let sending = try await sendWithLostAnswer(fixture)
    for number in 1...110 { try await fixture.say("\(number)") }
    await fixture.ann.setFaults(.none)
    try await fixture.outbox.delete(sending.message, hard: true)
    fixture.outbox.worker.retryAllNow()
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    let oldest = try await fixture.ben.messages(MessageQuery(channelId: "room", position: .oldest, limit: 5))
    #expect(oldest.elements.map(\.text) == ["1", "2", "3", "4", "5"])
  }

  @Test(
    "A reply queued after it fails at once, without a request", arguments: [false, true])
  func repliesBehind(isDiscarded: Bool) async throws {
    let fixture = try await ClientFixture()
    let parent = try await fixture.send("parent")
    let reply = OutgoingMessage(
      key: DraftKey(channelId: "room", parentId: parent.message.id), elements: [.plainText(text: "reply")])
    let waiting = try await fixture.outbox.enqueueSend(reply)
    if isDiscarded {
      await fixture.refuse([.send])
      try await fixture.start()
      await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
      await fixture.ann.setFaults(.none)
      try await fixture.outbox.discard(parent.message.id, in: "room")
    } else {
      try await fixture.outbox.delete(parent.message, hard: true)
    }
    #expect(fixture.outbox.queue["t2"]?.failure == .refused(.replyToDeletedMessage))
    #expect(fixture.isInState("t2", .sendingFailed))
    #expect(fixture.log.states(of: "t2").last == "sendingFailed")
    #expect(try await fixture.store.outbox().map(\.failure) == [.refused(.replyToDeletedMessage)])
    await #expect(throws: OutboxError.failed(.refused(.replyToDeletedMessage))) {
      try await fixture.result(of: waiting.transactionId)
    }
    #expect(fixture.ann.requestCounts[.send, default: 0] == (isDiscarded ? 1 : 0))
  }

  /// A client that withdrew its message "t1" after an attempt without an answer, and did not find it on the service.
  private func lookForInVain(isHard: Bool) async throws -> ClientFixture {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    let sending = try await fixture.send("late")
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    try await fixture.outbox.delete(sending.message, hard: isHard)
    await fixture.goOnline()
    // A lookup is not reported.
    await settle { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.delete] == nil)
    return fixture
  }

  @Test("It is deleted when it arrives after a lookup that did not find it")
  func comesLate() async throws {
    let fixture = try await lookForInVain(isHard: true)
    _ = try await fixture.ann.send(
      NewMessage(transactionId: "t1", channelId: "room", markup: "late", isShownInChannel: true))
    await fixture.untilAsked(.delete)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == [])
    await settle("nothing to be kept", until: { (try? await fixture.store.outbox().isEmpty) == true })
  }

  @Test(
    "It is deleted when it arrives after a lookup that did not find it, and a restart",
    arguments: [true, false])
  func comesAfterRestart(isHard: Bool) async throws {
    let fixture = try await lookForInVain(isHard: isHard)
    try await fixture.client.stop()
    // The earlier request arrives only now.
    let again = await fixture.restarted()
    _ = try await fixture.ann.send(
      NewMessage(transactionId: "t1", channelId: "room", markup: "late", isShownInChannel: true))
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    try await again.client.stop()
    #expect(try await fixture.history().filter { !$0.isEmpty } == [])
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("A message that never arrives is looked for during an hour, then forgotten")
  func neverComes() async throws {
    let fixture = try await lookForInVain(isHard: true)
    try await fixture.client.stop()
    #expect(try await fixture.store.outbox().map(\.isLookup) == [true])
    let again = await fixture.restarted()
    fixture.clock.advance(by: .seconds(3600))
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    try await again.client.stop()
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("It is deleted even if its first attempt ended without an answer during the withdrawal")
  func firstTryUnanswered() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    var faults = ServiceFaults.none
    faults.latency = .seconds(1)...(.seconds(1))
    faults.answerLoss = 1
    await fixture.ann.setFaults(faults)
    let sending = try await fixture.send("withdrawn")
    await fixture.untilAsked(.send)
    try await fixture.outbox.delete(sending.message, hard: true)
    await fixture.ann.setFaults(.none)
    await fixture.whileTimePasses { await fixture.log.until { fixture.outbox.queue.channels.isEmpty } }
    #expect(fixture.ann.requestCounts[.send] == 1)
    #expect(try await fixture.history() == [])
  }

  @Test("It is not looked for if its first attempt ended before the request")
  func firstTryUnasked() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.slowDown(.seconds(1))
    var message = fixture.write("with a file")
    message.inputFiles = [InputFile(name: "a", type: "b", source: .bytes([1]))]
    let sending = try await fixture.outbox.enqueueSend(message)
    await fixture.untilAsked(.beginUpload)
    try await fixture.outbox.delete(sending.message, hard: true)
    await fixture.ann.setFaults(.none)
    await fixture.whileTimePasses { await fixture.log.until { fixture.outbox.queue.channels.isEmpty } }
    #expect(fixture.ann.requestCounts[.send] == nil && fixture.ann.requestCounts[.messages] == nil)
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("After a restart nothing of it is left except the lookup in the store")
  func restart() async throws {
    let fixture = try await ClientFixture()
    // Without events, as the client is gone.
    fixture.outbox.start()
    await fixture.slowDown(.seconds(1))
    let sending = try await fixture.send("too late")
    await fixture.untilAsked(.send)
    try await fixture.outbox.delete(sending.message, hard: true)
    #expect(try await fixture.store.outbox().map(\.deletesHard) == [true])
    // Not stopped: the program is killed, and the message has arrived.
    await fixture.ann.setFaults(.none)
    _ = try await fixture.ann.send(
      NewMessage(transactionId: "t1", channelId: "room", markup: "too late", isShownInChannel: true))
    let again = await fixture.restarted()
    try await again.outbox.load()
    let kept = try await again.store.outbox()
    #expect(kept.map(\.work) == [.delete(hard: true)])
    #expect(kept.map(\.transactionId) == again.outbox.queue.entries(in: "room").map(\.transactionId))
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    try await again.client.stop()
    #expect(try await fixture.history() == [])
    #expect(try await fixture.store.outbox().isEmpty)
  }
}
