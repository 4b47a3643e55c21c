import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Missing data is requested until it is loaded", .watched)
struct ReloadTests {
  @Test("A list that failed to reload is requested after growing pauses, despite events")
  func timeline() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    var faults = ServiceFaults.none
    faults.refusals = [RefusedRequest([.channel], .notAllowed)]
    faults.answerLoss = 1
    await fixture.ann.setFaults(faults)
    fixture.client.engine.board.post(.eventsMissed)
    for pause in [0.5, 1, 2] {
      await fixture.clock.untilAsleep()
      #expect(fixture.clock.nextDeadline.map { $0 - fixture.clock.now } == .seconds(pause))
      fixture.clock.advanceToNextSleeper()
    }
    await fixture.clock.untilAsleep()
    await fixture.ann.setFaults(.none)
    fixture.clock.advanceToNextSleeper()
    await fixture.untilAsked(.messages, times: 6)
    #expect(fixture.client.connection == .online)
  }

  @Test("A message that failed to reload is requested again")
  func message() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let parent = try await fixture.say("parent")
    let controller = fixture.client.messageController(for: parent.id, in: "room")
    try await controller.synchronize()
    var faults = ServiceFaults.none
    faults.refusals = [RefusedRequest([.messages], .notAllowed)]
    faults.answerLoss = 1
    await fixture.ann.setFaults(faults)
    fixture.client.engine.board.post(.eventsMissed)
    for pause in [0.5, 1] {
      await fixture.clock.untilAsleep()
      #expect(fixture.clock.nextDeadline.map { $0 - fixture.clock.now } == .seconds(pause))
      fixture.clock.advanceToNextSleeper()
    }
    await fixture.clock.untilAsleep()
    await fixture.ann.setFaults(.none)
    fixture.clock.advanceToNextSleeper()
    await fixture.untilAsked(.message, times: 5)
    #expect(fixture.client.connection == .online)
  }

  @Test("Nothing is requested after the controllers are released, or after a refusal")
  func gone() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let parent = try await fixture.say("parent")
    var message: MessageController? = fixture.client.messageController(for: parent.id, in: "room")
    var channel: ChannelController? = fixture.client.channelController(for: "room")
    try await message?.synchronize()
    try await channel?.synchronize()
    await fixture.loseAnswers()
    fixture.client.engine.board.post(.eventsMissed)
    await fixture.clock.untilAsleep()
    message = nil
    channel = nil
    await settle("the end of asking", until: { fixture.clock.nextDeadline == nil })
    await fixture.refuse([.messages, .message, .channel])
    let refused = fixture.client.channelController(for: "room")
    await #expect(throws: ChatError.self) { try await refused.synchronize() }
    let count = fixture.ann.requestCounts[.messages, default: 0]
    fixture.client.engine.board.post(.eventsMissed)
    await fixture.untilAsked(.messages, times: count + 1)
    await settle(
      "the refusal", until: { refused.feed.reload == nil && !refused.summaryFeed.refreshing.isRunning })
    #expect(fixture.clock.nextDeadline == nil)
  }
}
