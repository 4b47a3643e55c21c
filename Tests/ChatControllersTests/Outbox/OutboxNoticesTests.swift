import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The outbox reports everything that leaves it", .watched)
struct OutboxNoticesTests {
  private func words(_ text: String) -> [MessageElement] { [.plainText(text: text)] }

  /// A timeline of the room, updated only by the client's notices.
  private func timeline(_ fixture: ClientFixture) async throws -> ChannelController {
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    return controller
  }

  @Test("Of two offline edits the later one is shown, and none waits afterwards")
  func supersededEdit() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    let controller = try await timeline(fixture)
    await fixture.goOffline()
    _ = try await fixture.outbox.edit(said, elements: words("a"))
    await fixture.log.until { fixture.ann.requestCounts[.edit] == 1 && fixture.isInState("t1", .pendingSync) }
    let id = try await fixture.outbox.edit(said, elements: words("b"))
    #expect(controller.messages.map(\.text) == ["b"])
    #expect(fixture.log.states(of: "t1").last == "withdrawn")
    await fixture.goOnline()
    _ = try await fixture.result(of: id)
    #expect(controller.messages.map(\.text) == ["b"])
    #expect(controller.messages.map(\.localState) == [nil])
    #expect(try await fixture.history() == ["b"])
  }

  @Test("A waiting edit's text is not shown on a deleted message")
  func editThenDeletion() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    let controller = try await timeline(fixture)
    await fixture.refuse([.edit])
    let edit = try await fixture.outbox.edit(said, elements: words("new"))
    await fixture.log.until { fixture.isInState(edit, .syncingFailed) }
    let id = try await fixture.outbox.delete(said, hard: false)
    _ = try await fixture.result(of: id)
    #expect(controller.messages.map(\.text) == [""])
    #expect(controller.messages.map(\.localState) == [nil])
  }

  @Test("Changes queued after a refused message are applied to it, not overlaid")
  func editBehindRefusedMessage() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = try await timeline(fixture)
    var faults = ServiceFaults.none
    faults.latency = .seconds(1)...(.seconds(1))
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await fixture.ann.setFaults(faults)
    let sending = try await fixture.send("first")
    await fixture.untilAsked(.send)
    _ = try await fixture.outbox.edit(sending.message, elements: words("second"))
    await fixture.whileTimePasses { await fixture.log.until { fixture.isInState("t1", .sendingFailed) } }
    #expect(fixture.log.states(of: "t2").last == "withdrawn")
    await fixture.ann.setFaults(.none)
    _ = try await fixture.outbox.edit(sending.message, elements: words("third"))
    #expect(controller.messages.map(\.text) == ["third"])
    _ = try await fixture.result(of: "t1")
    #expect(controller.messages.map(\.text) == ["third"])
    #expect(try await fixture.history() == ["third"])
  }
}
