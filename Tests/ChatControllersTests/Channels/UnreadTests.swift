import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Cases found by the simulation.
@Suite("The unread count of a channel", .watched)
struct UnreadTests {
  @Test(
    "A deleted message no longer counts as unread, after a soft or hard deletion", arguments: [false, true])
  func deleted(isHard: Bool) async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await fixture.say("one")
    try await fixture.say("two")
    await fixture.log.until { controller.messages.count == 2 }
    let last = try #require(controller.messages.last)
    try await fixture.ben.delete(last.id, in: "room", hard: isHard)
    await settle { controller.summary?.reading.unreadCount == 1 }
  }

  @Test("Messages sent during missed events are unread")
  func missed() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    await fixture.goOffline()
    try await fixture.say("one")
    await fixture.ann.setFaults(.none)
    fixture.clock.advance(by: .seconds(60))
    await settle { controller.summary?.reading.unreadCount == 1 }
  }

  @Test("After an event about an unknown channel, the channel is requested again")
  func heardEarly() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(1))
    let controller = fixture.client.channelController(for: "room")
    let loading = Task { try await controller.synchronize() }
    await settle("the question") {
      if fixture.ann.requestCounts[.channel, default: 0] == 1 { return true }
      if fixture.clock.nextDeadline != nil { fixture.clock.advanceToNextSleeper() }
      return false
    }
    #expect(controller.summary == nil)
    fixture.client.engine.board.post(
      .event(.readPositionChanged(channelId: "room", userId: "ann", ReadPosition(lastRead: Timetoken(1)))))
    try await fixture.whileTimePasses {
      try await loading.value
      await fixture.untilAsked(.channel, times: 2)
    }
  }

  @Test("A late answer does not replace a newer one")
  func overtakenAnswer() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.slowDown(.seconds(10))
    let controller = fixture.client.channelController(for: "room")
    let first = Task { try await controller.synchronize() }
    await settle("the question") {
      if fixture.ann.requestCounts[.channel, default: 0] == 1 { return true }
      if fixture.clock.nextDeadline != nil { fixture.clock.advanceToNextSleeper() }
      return false
    }
    fixture.clock.advance(by: .seconds(5))
    await settle("the service to have answered") {
      fixture.clock.nextDeadline.map { $0 > fixture.clock.now } ?? false
    }
    await fixture.ann.setFaults(.none)
    try await fixture.say("one")
    try await controller.synchronize()
    #expect(controller.summary?.reading.unreadCount == 1)
    fixture.clock.advance(by: .seconds(5))
    try await first.value
    #expect(controller.summary?.reading.unreadCount == 1)
  }

  @Test("The thread of a cached message opens")
  func keptThread() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await fixture.say("kept")
    await fixture.log.until { controller.messages.count == 1 }
    let id = try #require(controller.messages.first?.id)
    try await fixture.client.stop()
    let again = await fixture.restarted()
    await again.ann.setFaults(.offline)
    let thread = again.client.messageController(for: id, in: "room")
    await #expect(throws: ChatError.self) { try await thread.synchronize() }
    #expect(thread.message?.text == "kept")
  }
}
