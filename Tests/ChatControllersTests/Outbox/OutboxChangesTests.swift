import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox changes messages", .watched)
struct OutboxChangesTests {
  private func words(_ text: String) -> [MessageElement] { [.plainText(text: text)] }

  @Test("M1: an edit goes from pendingSync through syncing to no local state")
  func edit() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    let id = try await fixture.outbox.edit(said, elements: words("new"))
    #expect(try await fixture.result(of: id).text == "new")
    #expect(fixture.log.states(of: id) == ["pendingSync", "syncing", "done"])
    #expect(try await fixture.history() == ["new"])
  }

  @Test("M1: a refused edit waits with its reason; it can be retried or discarded")
  func editFails() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    await fixture.refuse([.edit])
    let id = try await fixture.outbox.edit(said, elements: words("new"))
    await fixture.log.until { fixture.isInState(id, .syncingFailed) }
    await fixture.ann.setFaults(.none)
    try await fixture.outbox.resend(said.id, in: "room")
    _ = try await fixture.result(of: id)
    #expect(
      fixture.log.states(of: id) == [
        "pendingSync", "syncing", "syncingFailed", "pendingSync", "syncing", "done",
      ])
    await fixture.refuse([.edit])
    let other = try await fixture.outbox.edit(said, elements: words("newer"))
    await fixture.log.until { fixture.isInState(other, .syncingFailed) }
    try await fixture.outbox.discard(said.id, in: "room")
    #expect(fixture.outbox.queue.channels.isEmpty)
    #expect(try await fixture.history() == ["new"])
  }

  @Test("A queued message is changed in place, and a failed one is then sent")
  func editQueuedAndFailed() async throws {
    let fixture = try await ClientFixture()
    let queued = try await fixture.send("queud")
    _ = try await fixture.outbox.edit(queued.message, elements: words("queued"))
    #expect(fixture.isInState("t1", .pendingSend))
    await fixture.refuse([.send])
    try await fixture.start()
    await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
    await fixture.ann.setFaults(.none)
    _ = try await fixture.outbox.edit(queued.message, elements: words("failed before"))
    #expect(try await fixture.result(of: "t1").text == "failed before")
    #expect(fixture.ann.requestCounts[.edit] == nil)
    #expect(try await fixture.history() == ["failed before"])
  }

  @Test("An edit of a message that is being sent waits for it")
  func editWhileSending() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    let sending = try await fixture.send("first")
    await fixture.log.until { fixture.isInState("t1", .sending) }
    _ = try await fixture.outbox.edit(sending.message, elements: words("second"))
    let id = try await fixture.outbox.edit(sending.message, elements: words("third"))
    try await fixture.whileTimePasses { _ = try await fixture.result(of: id) }
    #expect(try await fixture.history() == ["third"])
    #expect(fixture.ann.requestCounts[.edit] == 1)
  }

  @Test("An edit after a lost answer finally reaches the service, once")
  func editAfterLostAnswer() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    await fixture.loseAnswers()
    let sending = try await fixture.send("old words")
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    await fixture.ann.setFaults(.none)
    _ = try await fixture.outbox.edit(sending.message, elements: words("new words"))
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == ["new words"])
  }

  @Test("M1: a deletion goes through deleting to no local state; a refused one can be retried")
  func delete() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("gone soon", as: fixture.ann)
    await fixture.refuse([.delete])
    let id = try await fixture.outbox.delete(said, hard: false)
    await fixture.log.until { fixture.isInState(id, .deletingFailed) }
    await fixture.ann.setFaults(.none)
    #expect(try await fixture.outbox.delete(said, hard: false) == id)
    let left = try await fixture.result(of: id)
    #expect(left.isDeleted && left.text.isEmpty)
    #expect(fixture.log.states(of: id) == ["deleting", "deletingFailed", "deleting", "done"])
    #expect(try await fixture.history() == [""])
  }

  @Test("R12, M7: a queued or failed message that is deleted is never sent")
  func deleteQueued() async throws {
    let fixture = try await ClientFixture()
    let queued = try await fixture.send("never")
    try await fixture.outbox.delete(queued.message, hard: false)
    await fixture.refuse([.send])
    try await fixture.start()
    let failed = try await fixture.send("nor this")
    await fixture.log.until { fixture.isInState("t2", .sendingFailed) }
    try await fixture.outbox.delete(failed.message, hard: false)
    await fixture.ann.setFaults(.none)
    try await fixture.send("but this")
    _ = try await fixture.result(of: "t3")
    #expect(try await fixture.history() == ["but this"])
    #expect(fixture.log.states(of: "t1") == ["pendingSend", "withdrawn"])
    await #expect(throws: OutboxError.withdrawn) { try await fixture.result(of: "t1") }
  }

  @Test("R12, M8: a message deleted while it is being sent is deleted when it has arrived")
  func deleteWhileSending() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    let sending = try await fixture.send("too late")
    await fixture.untilAsked(.send)
    try await fixture.outbox.delete(sending.message, hard: true)
    #expect(try await fixture.store.outbox().map(\.deletesOnArrival) == [true])
    await fixture.whileTimePasses { await fixture.log.until { fixture.outbox.queue.channels.isEmpty } }
    #expect(try await fixture.history() == [])
    #expect(fixture.ann.requestCounts[.delete] == 1)
  }

  @Test("A message deleted after a lost answer is found and deleted")
  func deleteAfterLostAnswer() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    await fixture.loseAnswers()
    let sending = try await fixture.send("perhaps there")
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    try await fixture.outbox.delete(sending.message, hard: true)
    #expect(fixture.log.states(of: "t1").last == "withdrawn")
    await fixture.ann.setFaults(.none)
    // Two clients would look for it, and the second could not tell whether it may still arrive.
    fixture.outbox.close()
    let again = await fixture.restarted()
    try await again.client.start()
    await again.whileTimePasses { await again.log.until { again.outbox.queue.channels.isEmpty } }
    try await again.client.stop()
    #expect(try await fixture.history() == [])
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("Only failed entries can be retried")
  func resendOnlyFailed() async throws {
    let fixture = try await ClientFixture()
    try await fixture.send("queued")
    await #expect(throws: OutboxError.notFailed) { try await fixture.outbox.resend("t1", in: "room") }
    await #expect(throws: OutboxError.unknown) { try await fixture.outbox.resend("t9", in: "room") }
  }

  @Test("A retried message keeps its position and its transaction")
  func resendKeepsPlace() async throws {
    let fixture = try await ClientFixture()
    await fixture.refuse([.send])
    try await fixture.start()
    let failed = try await fixture.send("failed")
    await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
    await fixture.goOffline()
    try await fixture.send("behind it")
    try await fixture.outbox.resend("t1", in: "room")
    #expect(fixture.outbox.entries(in: "room").map(\.transactionId) == ["t1", "t2"])
    #expect(fixture.outbox.queue["t1"]?.message.createdAt == failed.message.createdAt)
    await fixture.goOnline()
    _ = try await fixture.result(of: "t2")
    #expect(try await fixture.history() == ["failed", "behind it"])
  }

  @Test("A refused pin is undone")
  func pinRefused() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("keep this")
    await fixture.refuse([.pin])
    let id = try await fixture.outbox.pin(said, .noExpiration)
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) {
      try await fixture.result(of: id)
    }
    #expect(fixture.log.states(of: id).last == "withdrawn")
    #expect(fixture.outbox.queue.channels.isEmpty)
    await fixture.ann.setFaults(.none)
    let second = try await fixture.outbox.pin(said, .noExpiration)
    #expect(try await fixture.result(of: second).pin?.by == "ann")
  }
}
