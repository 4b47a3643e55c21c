import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox retries", .watched)
struct OutboxRetryTests {
  @Test("M4: offline a message is retried after growing pauses, under one transaction")
  func growingPauses() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.ann.setFaults(.offline)
    try await fixture.send("later")
    var pauses: [Duration] = []
    for _ in 1...8 {
      await fixture.clock.untilAsleep()
      #expect(fixture.isInState("t1", .pendingSend))
      let deadline = try #require(fixture.clock.nextDeadline)
      pauses.append(deadline - fixture.clock.now)
      fixture.clock.advanceToNextSleeper()
    }
    let expected: [Double] = [0.5, 1, 2, 4, 8, 16, 30, 30]
    #expect(pauses == expected.map { .seconds($0) })
    await fixture.ann.setFaults(.none)
    try await fixture.whileTimePasses { _ = try await fixture.result(of: "t1") }
    #expect(try await fixture.history() == ["later"])
  }

  @Test("M4: after reconnecting messages are sent at once, in order")
  func connectionBack() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    for text in ["one", "two", "three"] { try await fixture.send(text) }
    await fixture.log.until { (fixture.outbox.queue["t1"]?.attempts ?? 0) > 0 }
    await fixture.goOnline()
    _ = try await fixture.result(of: "t3")
    #expect(try await fixture.history() == ["one", "two", "three"])
  }

  @Test("M3: a message whose answer was lost is not sent twice")
  func answerLost() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    await fixture.loseAnswers()
    try await fixture.send("once")
    await fixture.log.until {
      fixture.isInState("t1", .pendingSend) && fixture.outbox.queue["t1"]?.attempts == 1
    }
    await fixture.ann.setFaults(.none)
    try await fixture.whileTimePasses { _ = try await fixture.result(of: "t1") }
    #expect(fixture.ann.requestCounts[.send] == 2)
    #expect(try await fixture.history() == ["once"])
  }

  @Test(
    "A message and its file that were written as encrypted are sent only so, also after a restart and a retry"
  )
  func writtenAsEncrypted() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    var secret = fixture.write("secret")
    secret.isEncrypted = true
    secret.inputFiles = [InputFile(name: "plans", type: "text/plain", source: .bytes([1, 2]))]
    let id = try await fixture.outbox.enqueueSend(secret).transactionId
    await fixture.client.engine.outbox.stop()
    let again = await fixture.restarted()
    try await again.client.start()
    await again.goOnline()
    let refusal = ChatError.refused(.unencryptedChannel)
    await #expect(throws: OutboxError.failed(refusal)) { try await again.result(of: id) }
    #expect(again.outbox.queue[id]?.inputFiles.count == 1)
    try await again.outbox.resend(id)
    await #expect(throws: OutboxError.failed(refusal)) { try await again.result(of: id) }
    #expect(try await again.history().isEmpty)
    let failed = try #require(again.outbox.queue[id]?.message)
    _ = try await again.outbox.edit(failed, elements: [.plainText(text: "no secret")])
    _ = try await again.result(of: id)
    #expect(try await again.history() == ["no secret"])
  }

  @Test("R13, M6: entries left at a stop continue in order, whatever their state")
  func restart() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let kept = try await fixture.say("to edit", as: fixture.ann)
    let gone = try await fixture.say("to delete", as: fixture.ann)
    await fixture.slowDown(.seconds(1))
    try await fixture.send("first")
    await fixture.log.until { fixture.isInState("t1", .sending) }
    try await fixture.send("second")
    _ = try await fixture.outbox.edit(kept, elements: [.plainText(text: "edited")])
    try await fixture.outbox.delete(gone, hard: true)
    #expect(
      try await fixture.store.outbox().map(\.message.localState) == [
        .sending, .pendingSend, .pendingSync, .deleting,
      ])
    // Not stopped: the program is killed.
    await fixture.ann.setFaults(.none)
    let again = await fixture.restarted()
    try await again.outbox.load()
    #expect(again.outbox.entries(in: "room").first?.message.localState == .pendingSend)
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == ["edited", "first", "second"])
    try await again.client.stop()
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("R13, M6: an edit and a hard deletion in progress continue after a restart")
  func restartUnderWay() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let kept = try await fixture.say("to edit", as: fixture.ann)
    let gone = try await fixture.ann.send(
      NewMessage(transactionId: "gone", channelId: "other", markup: "to delete", isShownInChannel: true))
    await fixture.slowDown(.seconds(1))
    let edit = try await fixture.outbox.edit(kept, elements: [.plainText(text: "edited")])
    let deletion = try await fixture.outbox.delete(gone, hard: true)
    await fixture.untilAsked(.edit)
    await fixture.untilAsked(.delete)
    let stored = try await fixture.store.outbox()
    #expect(stored.map(\.message.localState) == [.syncing, .deleting])
    #expect(stored.map(\.attempts) == [1, 1])
    await fixture.ann.setFaults(.none)
    let again = await fixture.restarted()
    try await again.outbox.load()
    #expect(again.isInState(edit, .pendingSync) && again.isInState(deletion, .deleting))
    try await again.client.start()
    await again.log.until { again.outbox.queue.channels.isEmpty }
    try await again.client.stop()
    #expect(try await fixture.history() == ["edited"])
    #expect(try await fixture.history("other") == [])
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("A failing store is reported, and nothing is lost")
  func storeFails() async throws {
    let fixture = try await ClientFixture()
    fixture.store.setFaults(.full)
    try await fixture.send("kept in memory")
    #expect(fixture.log.notices.contains(.store(.full)))
    #expect(fixture.outbox.entries(in: "room").map(\.message.text) == ["kept in memory"])
    fixture.store.setFaults(.none)
    await fixture.clock.untilAsleep()
    fixture.clock.advanceToNextSleeper()
    await fixture.log.until { fixture.log.notices.contains(.store(nil)) }
    #expect(try await fixture.store.outbox().map(\.message.text) == ["kept in memory"])
  }

  @Test("Stopping is not a failure: running requests continue at the next start")
  func stopping() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    try await fixture.send("later")
    await fixture.log.until { fixture.isInState("t1", .sending) }
    try await fixture.client.stop()
    #expect(try await fixture.store.outbox().map(\.failure) == [nil])
    #expect(try await fixture.store.outbox().map(\.message.localState) == [.pendingSend])
  }
}
