import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Text that leaves the outbox goes into the history", .watched)
struct OutboxKeptWordsTests {
  @Test("A refused edit that is discarded leaves its text in the history")
  func discardsEdit() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    await fixture.refuse([.edit])
    let id = try await fixture.outbox.edit(said, elements: [.plainText(text: "new words")])
    await fixture.log.until("the refusal") { fixture.isInState(id, .syncingFailed) }
    try await fixture.outbox.discard(said.id, in: "room")
    let history = try await fixture.client.draftHistory()
    #expect(history.map(\.elements.text) == ["new words"] && history.map(\.reason) == [.cleared])
    #expect(history.map(\.key) == [DraftKey(channelId: "room")])
    try await fixture.client.stop()
  }

  @Test("An edit queued after a refused message becomes that message's text")
  func refusedUnderEdit() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    var faults = ServiceFaults.none
    faults.latency = .seconds(1)...(.seconds(1))
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await fixture.ann.setFaults(faults)
    let sending = try await fixture.send("first words")
    await fixture.untilAsked(.send)
    _ = try await fixture.outbox.edit(sending.message, elements: [.plainText(text: "second words")])
    await fixture.whileTimePasses {
      await fixture.log.until("the refusal") { fixture.isInState("t1", .sendingFailed) }
    }
    #expect(fixture.outbox.entries(in: "room").map(\.message.text) == ["second words"])
    await settle(
      "the store", until: { (try? await fixture.store.outbox().map(\.message.text)) == ["second words"] })
    await fixture.ann.setFaults(.none)
    try await fixture.outbox.resend("t1", in: "room")
    #expect(try await fixture.result(of: "t1").text == "second words")
    #expect(try await fixture.history() == ["second words"])
  }

  @Test("A refused message stays refused after a restart, until it is resent")
  func staysRefused() async throws {
    let fixture = try await ClientFixture()
    await fixture.refuse([.send])
    try await fixture.start()
    try await fixture.send("refused")
    await fixture.log.until("the refusal") { fixture.isInState("t1", .sendingFailed) }
    await settle(
      "the store", until: { (try? await fixture.store.outbox().first?.failure) == .refused(.notAllowed) })
    await fixture.ann.setFaults(.none)
    let again = await fixture.restarted()
    try await again.start()
    try await again.send("sent")
    _ = try await again.result(of: "r1")
    #expect(again.isInState("t1", .sendingFailed))
    #expect(try await again.history() == ["sent"])
    try await again.outbox.resend("t1", in: "room")
    #expect(try await again.result(of: "t1").text == "refused")
    try await again.client.stop()
  }

  @Test("Files uploaded while an edit waits stay in the message")
  func filesUnderEdit() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.slowDown(.seconds(1))
    var message = fixture.write("first")
    message.inputFiles = [InputFile(name: "a", type: "b", source: .bytes([1]))]
    let sending = try await fixture.outbox.enqueueSend(message)
    await fixture.untilAsked(.beginUpload)
    let edit = try await fixture.outbox.edit(sending.message, elements: [.plainText(text: "second")])
    let edited = try await fixture.whileTimePasses { try await fixture.result(of: edit) }
    #expect(edited.text == "second" && edited.files.map(\.name) == ["a"])
  }

  @Test("A later edit keeps the files of the one it replaces")
  func filesOfEdits() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    let said = try await fixture.say("old", as: fixture.ann)
    await fixture.ann.setFaults(.offline)
    let first = try await fixture.outbox.edit(
      said, elements: [.plainText(text: "one")],
      inputFiles: [InputFile(name: "a", type: "b", source: .bytes([1]))])
    await settle("a pause", until: { fixture.outbox.worker.states["room"]?.timer != nil })
    let second = try await fixture.outbox.edit(said, elements: [.plainText(text: "two")])
    #expect(first != second)
    await fixture.ann.setFaults(.none)
    fixture.outbox.worker.retryAllNow()
    let edited = try await fixture.result(of: second)
    #expect(edited.text == "two" && edited.files.map(\.name) == ["a"])
  }
}
