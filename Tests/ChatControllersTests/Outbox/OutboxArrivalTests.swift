import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox follows a message to the id assigned by the service", .watched)
struct OutboxArrivalTests {
  private func words(_ text: String) -> [MessageElement] { [.plainText(text: text)] }

  @Test("A reply whose message arrives while its file is checked goes into the thread")
  func arrivesWhileEnqueueing() async throws {
    let reader = HeldFileReader()
    let fixture = try await ClientFixture(files: reader)
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    try await fixture.send("parent")
    await fixture.untilAsked(.send)
    var reply = fixture.write("reply")
    reply.key = DraftKey(channelId: "room", parentId: "t1")
    reply.inputFiles = [InputFile(name: "f", type: "t", source: .path("f"))]
    let enqueuing = Task { [reply] in try await fixture.outbox.enqueueSend(reply) }
    await reader.untilAsked()
    let parent = try await fixture.whileTimePasses { try await fixture.result(of: "t1") }
    await fixture.goOffline()
    await reader.release()
    let kept = try await enqueuing.value
    #expect(kept.message.parentId == parent.id)
    #expect(try await fixture.store.outbox().map(\.message.parentId) == [parent.id])
    await fixture.goOnline()
    #expect(try await fixture.result(of: "t2").parentId == parent.id)
  }

  @Test("An edit, a pin, a reply and a deletion under the old id reach the arrived message")
  func oldID() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let sending = try await fixture.send("first")
    let arrived = try await fixture.result(of: "t1")
    let edit = try await fixture.outbox.edit(sending.message, elements: words("second"))
    #expect(try await fixture.result(of: edit).id == arrived.id)
    #expect(try await fixture.history() == ["second"])
    let pin = try await fixture.outbox.pin(sending.message, .noExpiration)
    #expect(try await fixture.result(of: pin).pin?.by == "ann")
    var reply = fixture.write("reply")
    reply.key = DraftKey(channelId: "room", parentId: sending.message.id)
    reply.quoted = QuotedMessage(sending.message)
    let id = try await fixture.outbox.enqueueSend(reply).transactionId
    let replied = try await fixture.result(of: id)
    #expect(replied.parentId == arrived.id && replied.quoted?.id == arrived.id)
    let deletion = try await fixture.outbox.delete(sending.message, hard: false)
    #expect(try await fixture.result(of: deletion).id == arrived.id)
    #expect(try await fixture.history() == [""])
  }

  @Test("A message withdrawn before it is saved does not come back")
  func takenBackWhileEnqueueing() async throws {
    let reader = HeldFileReader()
    let fixture = try await ClientFixture(files: reader)
    var message = fixture.write("never")
    message.inputFiles = [InputFile(name: "f", type: "t", source: .path("f"))]
    let enqueuing = Task { [message] in try await fixture.outbox.enqueueSend(message) }
    await reader.untilAsked()
    let entry = try #require(fixture.outbox.queue["t1"])
    try await fixture.outbox.delete(entry.message, hard: false)
    await reader.release()
    await #expect(throws: OutboxError.withdrawn) { try await enqueuing.value }
    #expect(try await fixture.store.outbox().isEmpty)
  }
}
