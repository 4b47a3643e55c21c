import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Reactions in the outbox", .watched)
struct OutboxReactionTests {
  private let mine = [Reaction(name: "+1", users: ["ann"])]

  private func controller(
    of message: Message, in fixture: ClientFixture
  ) async throws -> MessageController {
    let controller = fixture.client.messageController(for: message.id, in: "room")
    try await controller.synchronize()
    return controller
  }

  @Test("An offline reaction is shown at once and sent online")
  func offline() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("look")
    let controller = try await controller(of: said, in: fixture)
    await fixture.goOffline()
    let id = try await controller.addReaction("+1")
    #expect(controller.message?.reactions == mine && controller.message?.localState == nil)
    await fixture.goOnline()
    #expect(try await fixture.result(of: id).reactions == mine)
    #expect(try await fixture.ben.message(said.id, in: "room").reactions == mine)
    #expect(controller.message?.reactions == mine)
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test(
    "For each reaction only the last waiting change is sent, and its result reaches earlier callers"
  )
  func lastWish() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("look")
    let controller = try await controller(of: said, in: fixture)
    await fixture.goOffline()
    let first = try await controller.addReaction("+1")
    // It was attempted, and waits for the end of the back-off like all later ones.
    await settle { fixture.outbox.worker.states["room"]?.timer != nil }
    let before = fixture.ann.requestCounts[.setReaction, default: 0]
    let earlier = Task { try await fixture.client.result(of: first) }
    await settle()
    try await controller.addReaction("heart")
    try await controller.removeReaction("+1")
    try await controller.addReaction("+1")
    let last = try await controller.removeReaction("heart")
    #expect(controller.message?.reactions == mine)
    #expect(try await fixture.store.outbox().count == 2)
    await fixture.goOnline()
    _ = try await fixture.result(of: last)
    #expect(fixture.ann.requestCounts[.setReaction, default: 0] - before == 2)
    #expect(try await answer("the first") { try await earlier.value }?.reactions.first == mine.first)
    #expect(try await fixture.ben.message(said.id, in: "room").reactions == mine)
    #expect(controller.message?.reactions == mine)
  }

  @Test("A waiting reaction survives a restart, after the messages before it")
  func restart() async throws {
    let fixture = try await ClientFixture()
    let said = try await fixture.say("look")
    _ = try await fixture.send("words")
    _ = try await fixture.outbox.setReaction("+1", true, on: said)
    let restarted = await fixture.restarted()
    try await restarted.start()
    await settle { restarted.outbox.queue.channels.isEmpty }
    let history = try await fixture.ben.messages(MessageQuery(channelId: "room")).elements
    #expect(history.map(\.text) == ["look", "words"] && history.first?.reactions == mine)
    // In the order of the requests: "words" was sent before the reaction changed its message.
    #expect(history.first?.version ?? Timetoken(0) > history.last?.timetoken ?? Timetoken(.max))
  }

  @Test("After a lost answer a retry does not undo another device's later change")
  func answerLost() async throws {
    let fixture = try await ClientFixture()
    let said = try await fixture.say("look")
    // Without events, which would reveal its success.
    fixture.outbox.start()
    await fixture.loseAnswers()
    let id = try await fixture.outbox.setReaction("+1", true, on: said)
    await fixture.untilAsked(.setReaction)
    await settle { fixture.outbox.worker.states["room"]?.timer != nil }
    #expect(try await fixture.ben.message(said.id, in: "room").reactions == mine)
    let phone = await fixture.service.device(user: "ann", id: "phone")
    _ = try await phone.setReaction(
      ReactionChange(
        transactionId: "p1", channelId: "room", messageId: said.id, name: "+1", isOn: false, user: "ann"))
    await fixture.ann.setFaults(.none)
    fixture.clock.advance(by: .seconds(60))
    #expect(try await fixture.result(of: id).reactions.isEmpty)
    #expect(try await fixture.ben.message(said.id, in: "room").reactions.isEmpty)
  }

  @Test("A refused reaction is reported and removed, and the message equals the service's")
  func refused() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("look")
    let controller = try await controller(of: said, in: fixture)
    await fixture.refuse([.setReaction])
    let id = try await controller.addReaction("+1")
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) {
      try await fixture.client.result(of: id)
    }
    await settle { fixture.outbox.queue.channels.isEmpty }
    #expect(controller.message?.reactions == [])
    #expect(try await fixture.store.outbox().isEmpty)
    // The user can see the reason.
    let failures = fixture.log.notices.compactMap { notice -> ChatError? in
      guard case .outbox(let change) = notice, case .waiting(let entry) = change.outcome else { return nil }
      return entry.failure
    }
    #expect(failures == [.refused(.notAllowed)])
  }

  @Test("A reaction to a pending message waits for it and follows it to its id")
  func onItsWay() async throws {
    let fixture = try await ClientFixture()
    let channel = fixture.client.channelController(for: "room")
    let local = try await channel.createNewMessage(text: "mine")
    let controller = fixture.client.messageController(for: local, in: "room")
    let id = try await controller.addReaction("+1")
    #expect(controller.message?.reactions == mine)
    try await fixture.start()
    let result = try await fixture.result(of: id)
    #expect(result.reactions == mine && result.id == controller.messageId)
    #expect(channel.messages.map(\.reactions) == [mine])
  }

  @Test("Reactions to deleted, failed or unknown messages are refused here")
  func rules() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let gone = try await fixture.say("gone")
    try await fixture.ben.delete(gone.id, in: "room", hard: false)
    let there = try await fixture.say("there")
    await #expect(throws: OutboxError.failed(.refused(.messageDeleted))) {
      try await fixture.client.messageController(for: gone.id, in: "room").addReaction("+1")
    }
    await #expect(throws: OutboxError.failed(.refused(.invalid("an empty reaction")))) {
      try await fixture.outbox.setReaction(" ", true, on: there)
    }
    await fixture.refuse([.send])
    let failed = try await fixture.send("refused")
    await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) {
      try await fixture.outbox.setReaction("+1", true, on: failed.message)
    }
    #expect(fixture.ann.requestCounts[.setReaction] == nil)
  }
}
