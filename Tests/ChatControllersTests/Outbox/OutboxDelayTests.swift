import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Deletions and pins wait in the outbox and can be cancelled", .watched)
struct OutboxDelayTests {
  private func started() async throws -> (fixture: ClientFixture, message: Message) {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    try await fixture.start()
    let sent = try await fixture.send("words")
    return (fixture, try await fixture.result(of: sent.transactionId))
  }

  /// Advances the clock; due work is requested.
  private func pass(_ duration: Duration, in fixture: ClientFixture) async {
    await settle()
    fixture.clock.advance(by: duration)
    await settle()
  }

  @Test("A deletion is requested when its time is over, not before", arguments: [false, true])
  func deletion(isHard: Bool) async throws {
    let (fixture, message) = try await started()
    let id = try await fixture.outbox.delete(message, hard: isHard)
    #expect(fixture.isInState(id, .deleting))
    #expect(fixture.client.delayedWork.map(\.transactionId) == [id])
    #expect(try await fixture.store.outbox().map(\.notBefore) == [fixture.clock.now + .seconds(10)])
    await pass(.milliseconds(9_999), in: fixture)
    #expect(fixture.ann.requestCounts[.delete] == nil)
    await pass(.milliseconds(1), in: fixture)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.delete] == 1)
    #expect(try await fixture.history() == (isHard ? [] : [""]))
    #expect(fixture.client.delayedWork.isEmpty)
  }

  @Test("After cancelling the message stays, and the service gets no request")
  func takenBack() async throws {
    let (fixture, message) = try await started()
    try await fixture.outbox.delete(message, hard: true)
    await pass(.seconds(9), in: fixture)
    try await fixture.client.messageController(for: message).takeBack()
    #expect(try await fixture.store.outbox() == [])
    await pass(.seconds(60), in: fixture)
    #expect(try await fixture.history() == ["words"])
    #expect(fixture.ann.requestCounts[.delete] == nil)
    await #expect(throws: OutboxError.unknown) {
      try await fixture.client.messageController(for: message).takeBack()
    }
  }

  @Test("Pins and unpins wait too, and messages do not wait for them")
  func pins() async throws {
    let (fixture, message) = try await started()
    _ = try await fixture.outbox.pin(message, .noExpiration)
    let sent = try await fixture.send("goes at once")
    _ = try await fixture.result(of: sent.transactionId)
    #expect(fixture.ann.requestCounts[.pin] == nil)
    await pass(.seconds(10), in: fixture)
    await fixture.untilAsked(.pin)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    _ = try await fixture.outbox.unpin(message)
    try await fixture.outbox.takeBack(message.id, in: "room")
    await pass(.seconds(60), in: fixture)
    #expect(fixture.ann.requestCounts[.unpin] == nil)
    let kept = try await fixture.ben.messages(MessageQuery(channelId: "room")).elements
    #expect(kept.first?.pin?.by == "ann")
  }

  @Test("A pin whose removal is cancelled is pinned, also after a restart", arguments: [false, true])
  func pinAndUnpin(isRestarted: Bool) async throws {
    var (fixture, message) = try await started()
    let pin = try await fixture.outbox.pin(message, .noExpiration)
    await pass(.seconds(2), in: fixture)
    _ = try await fixture.outbox.unpin(message)
    if isRestarted {
      fixture = await fixture.restarted()
      try await fixture.start()
    }
    try await fixture.outbox.takeBack(message.id, in: "room")
    #expect(fixture.client.delayedWork.map(\.work) == [.pin(.noExpiration)])
    #expect(fixture.client.delayedWork.map(\.transactionId) == [pin])
    await pass(.seconds(8), in: fixture)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    let kept = try await fixture.ben.messages(MessageQuery(channelId: "room")).elements
    #expect(kept.first?.pin?.by == "ann")
  }

  @Test("A pin that is removed in time is never sent")
  func pinThenUnpin() async throws {
    let (fixture, message) = try await started()
    let pin = try await fixture.outbox.pin(message, .noExpiration)
    await pass(.seconds(2), in: fixture)
    let unpin = try await fixture.outbox.unpin(message)
    await pass(.seconds(9), in: fixture)
    #expect(fixture.ann.requestCounts[.pin] == nil && fixture.ann.requestCounts[.unpin] == nil)
    await pass(.seconds(1), in: fixture)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.pin] == nil && fixture.ann.requestCounts[.unpin] == 1)
    // A caller that waits for the pin gets the result of the last decision.
    #expect(try await fixture.result(of: unpin).pin == nil)
    await #expect(throws: OutboxError.withdrawn) { try await fixture.result(of: pin) }
    #expect(try await fixture.store.outbox() == [])
  }

  @Test("Cancelling twice undoes the removal and the pin")
  func pinAndUnpinTakenBack() async throws {
    let (fixture, message) = try await started()
    _ = try await fixture.outbox.pin(message, .noExpiration)
    await pass(.seconds(2), in: fixture)
    _ = try await fixture.outbox.unpin(message)
    for _ in 0..<2 { try await fixture.outbox.takeBack(message.id, in: "room") }
    await pass(.seconds(60), in: fixture)
    #expect(fixture.ann.requestCounts[.pin] == nil && fixture.ann.requestCounts[.unpin] == nil)
    #expect(try await fixture.store.outbox() == [])
  }

  @Test(
    "After a restart it continues with the remaining time, or at once if that is over",
    arguments: [Duration.seconds(4), .seconds(11)])
  func restart(away: Duration) async throws {
    let (fixture, message) = try await started()
    try await fixture.outbox.delete(message, hard: true)
    let again = await fixture.restarted()
    fixture.clock.advance(by: away)
    try await again.start()
    await settle()
    if away < .seconds(10) {
      #expect(again.ann.requestCounts[.delete] == nil && again.client.delayedWork.count == 1)
      await pass(.milliseconds(5_999), in: again)
      #expect(again.ann.requestCounts[.delete] == nil)
      await pass(.milliseconds(1), in: again)
    }
    await again.untilAsked(.delete)
    await again.log.until { again.outbox.queue.channels.isEmpty }
    #expect(try await again.history() == [])
  }

  @Test("A clock that was set back does not delay it beyond the whole period")
  func clockSetBack() async throws {
    let (fixture, message) = try await started()
    try await fixture.outbox.delete(message, hard: true)
    let again = await fixture.restarted()
    fixture.clock.set(Timestamp(seconds: 1_000_000_000))
    try await again.start()
    await pass(.seconds(10), in: again)
    await again.untilAsked(.delete)
  }

  @Test("An offline message is kept during that time and sent if its deletion is cancelled")
  func unsent() async throws {
    let (fixture, _) = try await started()
    await fixture.goOffline()
    let first = try await fixture.send("first")
    let second = try await fixture.send("second")
    for entry in [first, second] { try await fixture.outbox.delete(entry.message, hard: false) }
    #expect(fixture.isInState(first.transactionId, .deleting))
    try await fixture.outbox.takeBack(first.message.id, in: "room")
    await settle()
    fixture.clock.advance(by: .seconds(10))
    await settle { fixture.outbox.queue[second.transactionId] == nil }
    await fixture.goOnline()
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == ["words", "first"])
  }

  @Test("A refused message is as before if its deletion is cancelled, otherwise gone")
  func failed() async throws {
    let (fixture, _) = try await started()
    await fixture.refuse([.send])
    let entry = try await fixture.send("refused")
    await fixture.log.until { fixture.isInState(entry.transactionId, .sendingFailed) }
    try await fixture.outbox.delete(entry.message, hard: false)
    #expect(fixture.isInState(entry.transactionId, .deleting))
    try await fixture.outbox.takeBack(entry.message.id, in: "room")
    #expect(fixture.isInState(entry.transactionId, .sendingFailed))
    try await fixture.outbox.delete(entry.message, hard: false)
    await pass(.seconds(10), in: fixture)
    await settle { fixture.outbox.queue[entry.transactionId] == nil }
    #expect(try await fixture.store.outbox() == [])
  }

  @Test(
    "A message being sent arrives, and its deletion can still be cancelled", arguments: [false, true])
  func onItsWay(isTakenBack: Bool) async throws {
    let (fixture, _) = try await started()
    await fixture.slowDown(.seconds(3))
    let entry = try await fixture.send("on its way")
    await fixture.log.until { fixture.isInState(entry.transactionId, .sending) }
    try await fixture.outbox.delete(entry.message, hard: true)
    await pass(.seconds(6), in: fixture)
    await settle { fixture.outbox.queue[entry.transactionId] == nil }
    #expect(try await fixture.history() == ["words", "on its way"])
    #expect(fixture.client.delayedWork.count == 1)
    if isTakenBack { try await fixture.outbox.takeBack(entry.message.id, in: "room") }
    for _ in 0..<4 { await pass(.seconds(4), in: fixture) }
    #expect(try await fixture.history() == (isTakenBack ? ["words", "on its way"] : ["words"]))
  }

  @Test(
    "Users mentioned in a message that arrived meanwhile are notified only if it stays",
    arguments: [(isTakenBack: true, isRestarted: false), (true, true), (false, false), (false, true)])
  func mentionOnItsWay(isTakenBack: Bool, isRestarted: Bool) async throws {
    var (fixture, _) = try await started()
    await fixture.slowDown(.seconds(3))
    let entry = try await fixture.outbox.enqueueSend(
      OutgoingMessage(
        key: DraftKey(channelId: "room"),
        elements: [.link(text: "@Ben", target: .user(userId: "ben")), .plainText(text: " look")]))
    await fixture.log.until { fixture.isInState(entry.transactionId, .sending) }
    try await fixture.outbox.delete(entry.message, hard: true)
    await pass(.seconds(4), in: fixture)
    await settle { fixture.outbox.queue[entry.transactionId]?.message.localState != .deleting }
    #expect(fixture.client.delayedWork.map(\.work) == [.delete(hard: true)])
    await fixture.ann.setFaults(.none)
    if isRestarted {
      fixture = await fixture.restarted()
      try await fixture.start()
    }
    await settle()
    #expect(fixture.ann.requestCounts[.sendMention] == nil)
    if isTakenBack {
      let arrived = try #require(fixture.client.delayedWork.first?.message.id)
      try await fixture.outbox.takeBack(arrived, in: "room")
      // The answer to the request may arrive after the message's event.
      await pass(.seconds(3), in: fixture)
      await fixture.untilAsked(.sendMention)
    }
    await pass(.seconds(10), in: fixture)
    await settle { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.sendMention] == (isTakenBack ? 1 : nil))
    #expect(try await fixture.history() == (isTakenBack ? ["words", "@Ben look"] : ["words"]))
    #expect(try await fixture.store.outbox() == [])
  }

  @Test("Mentioned users are notified when a refused deletion is discarded")
  func mentionOfKeptMessage() async throws {
    let (fixture, _) = try await started()
    await fixture.slowDown(.seconds(3))
    let entry = try await fixture.outbox.enqueueSend(
      OutgoingMessage(
        key: DraftKey(channelId: "room"), elements: [.link(text: "@Ben", target: .user(userId: "ben"))]))
    await fixture.log.until { fixture.isInState(entry.transactionId, .sending) }
    try await fixture.outbox.delete(entry.message, hard: true)
    await pass(.seconds(4), in: fixture)
    await fixture.refuse([.delete])
    await pass(.seconds(10), in: fixture)
    await fixture.untilAsked(.delete)
    let failed = try #require(fixture.outbox.entries(in: "room").first { $0.isDelete })
    await fixture.log.until { fixture.isInState(failed.transactionId, .deletingFailed) }
    #expect(fixture.ann.requestCounts[.sendMention] == nil)
    try await fixture.outbox.discard(failed.message.id, in: "room")
    await fixture.untilAsked(.sendMention)
    await settle { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.store.outbox() == [])
  }

  @Test(
    "Text changed after an attempt without an answer is sent once the message stays",
    arguments: [true, false])
  func correctionOfKeptMessage(isTakenBack: Bool) async throws {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    await fixture.loseAnswers()
    let entry = try await fixture.send("old words")
    await fixture.log.until {
      fixture.outbox.queue[entry.transactionId]?.attempts == 1
        && fixture.isInState(entry.transactionId, .pendingSend)
    }
    _ = try await fixture.outbox.edit(entry.message, elements: [.plainText(text: "new words")])
    try await fixture.outbox.delete(entry.message, hard: true)
    await fixture.ann.setFaults(.none)
    fixture.outbox.update(from: try await fixture.ann.messages(MessageQuery(channelId: "room")), in: "room")
    await settle()
    #expect(fixture.client.delayedWork.map(\.work) == [.delete(hard: true)])
    #expect(fixture.ann.requestCounts[.edit] == nil)
    if isTakenBack { try await fixture.outbox.takeBack(entry.message.id, in: "room") }
    await pass(.seconds(10), in: fixture)
    fixture.outbox.worker.retryAllNow()
    await settle { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == (isTakenBack ? ["new words"] : []))
    #expect(fixture.ann.requestCounts[.edit] == (isTakenBack ? 1 : nil))
    #expect(try await fixture.store.outbox() == [])
  }

  @Test("Entries queued after a lost deletion do not wait forever")
  func lostDeletion() async throws {
    let (fixture, _) = try await started()
    await fixture.slowDown(.seconds(3))
    let entry = try await fixture.outbox.enqueueSend(
      OutgoingMessage(
        key: DraftKey(channelId: "room"), elements: [.link(text: "@Ben", target: .user(userId: "ben"))]))
    await fixture.log.until { fixture.isInState(entry.transactionId, .sending) }
    try await fixture.outbox.delete(entry.message, hard: true)
    await pass(.seconds(4), in: fixture)
    let deletion = try #require(fixture.client.delayedWork.first)
    await settle { fixture.outbox.queue[entry.transactionId]?.isHeldBack == true }
    let again = await fixture.restarted()
    try await again.store.perform([.deleteOutbox(deletion.transactionId)])
    await again.ann.setFaults(.none)
    try await again.start()
    await again.untilAsked(.sendMention)
  }

  @Test("A reply to a message that may be deleted waits, and is refused if it is deleted")
  func replies() async throws {
    let (fixture, _) = try await started()
    await fixture.goOffline()
    let parent = try await fixture.send("parent")
    let reply = try await fixture.outbox.enqueueSend(
      OutgoingMessage(
        key: DraftKey(channelId: "room", parentId: parent.message.id), elements: [.plainText(text: "reply")]))
    try await fixture.outbox.delete(parent.message, hard: false)
    await fixture.ann.setFaults(.none)
    fixture.outbox.worker.retryAllNow()
    await settle()
    #expect(fixture.outbox.queue[reply.transactionId]?.failure == nil)
    #expect(fixture.outbox.queue[reply.transactionId]?.attempts == 0)
    await pass(.seconds(10), in: fixture)
    await settle {
      fixture.outbox.queue[reply.transactionId]?.failure == .refused(.replyToDeletedMessage)
    }
  }

  @Test("The latest decision is cancelled first, whatever the message's age")
  func latestFirst() async throws {
    let (fixture, message) = try await started()
    await fixture.goOffline()
    let pending = try await fixture.send("written before")
    try await fixture.outbox.delete(message, hard: false)
    fixture.clock.advance(by: .seconds(3))
    try await fixture.outbox.delete(pending.message, hard: false)
    #expect(fixture.client.delayedWork.map(\.message.id) == [message.id, pending.message.id])
  }

  @Test("For one message, too, the latest decision is cancelled first")
  func latestOfOneMessage() async throws {
    let (fixture, _) = try await started()
    await fixture.goOffline()
    let pending = try await fixture.send("pending")
    await fixture.log.until {
      fixture.outbox.queue[pending.transactionId]?.attempts == 1
        && fixture.isInState(pending.transactionId, .pendingSend)
    }
    let pin = try await fixture.outbox.pin(pending.message, .noExpiration)
    fixture.clock.advance(by: .milliseconds(1))
    try await fixture.outbox.delete(pending.message, hard: false)
    try await fixture.outbox.takeBack(pending.message.id, in: "room")
    #expect(fixture.outbox.queue[pending.transactionId]?.deletesOnArrival == false)
    #expect(fixture.client.delayedWork.map(\.transactionId) == [pin])
  }

  @Test("Cancelling a deletion keeps a waiting edit")
  func edits() async throws {
    let (fixture, message) = try await started()
    await fixture.goOffline()
    let edit = try await fixture.outbox.edit(message, elements: [.plainText(text: "better words")])
    try await fixture.outbox.delete(message, hard: false)
    try await fixture.outbox.takeBack(message.id, in: "room")
    await fixture.goOnline()
    _ = try await fixture.result(of: edit)
    #expect(try await fixture.history() == ["better words"])
  }

  @Test("Without a delay, the default, everything is requested at once")
  func none() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let sent = try await fixture.send("words")
    let message = try await fixture.result(of: sent.transactionId)
    try await fixture.outbox.delete(message, hard: true)
    #expect(fixture.client.delayedWork.isEmpty)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    await #expect(throws: OutboxError.unknown) { try await fixture.outbox.takeBack(message.id, in: "room") }
  }
}
