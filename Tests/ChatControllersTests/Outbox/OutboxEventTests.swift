import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("An arrived message counts as sent", .watched)
struct OutboxEventTests {
  private func mention(_ text: String) -> OutgoingMessage {
    OutgoingMessage(
      key: DraftKey(channelId: "room"),
      elements: [.plainText(text: text), .link(text: "Ben", target: .user(userId: "ben"))])
  }

  /// Sends without receiving events; the service has the message, and its answer is lost.
  private func sendUnanswered(_ message: OutgoingMessage? = nil) async throws -> (ClientFixture, Message) {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.loseAnswers()
    try await fixture.outbox.enqueueSend(message ?? fixture.write("there"))
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    await fixture.ann.setFaults(.none)
    let page = try await fixture.ann.messages(MessageQuery(channelId: "room"))
    return (fixture, try #require(page.elements.first))
  }

  private func fail(_ fixture: ClientFixture) async {
    await fixture.refuse([.send])
    await fixture.whileTimePasses { await fixture.log.until { fixture.isInState("t1", .sendingFailed) } }
  }

  private func hear(_ message: Message, in fixture: ClientFixture) {
    fixture.client.engine.board.post(.event(.messageCreated(message)))
  }

  @Test("After a lost answer, the message's event completes it, and it is not sent again")
  func eventInPlaceOfAnswer() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.loseAnswers()
    try await fixture.send("once")
    await fixture.log.until {
      fixture.log.notices.contains { if case .event(.messageCreated) = $0 { true } else { false } }
    }
    #expect(fixture.outbox.queue["t1"] == nil)
    try #require(fixture.outbox.entries.results.answer(to: "t1") != nil)
    #expect(try await fixture.outbox.result(of: "t1").text == "once")
    #expect(fixture.ann.requestCounts[.send] == 1)
    try await fixture.client.flush()
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("A message whose repetition was refused counts as sent when its event comes")
  func eventAfterRefusal() async throws {
    let (fixture, there) = try await sendUnanswered()
    await fail(fixture)
    hear(there, in: fixture)
    #expect(fixture.outbox.queue["t1"] == nil)
    #expect(
      fixture.log.states(of: "t1") == [
        "pendingSend", "sending", "pendingSend", "sending", "sendingFailed", "done",
      ])
    await fixture.client.engine.writer.write([])
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("A message is never shown as failed if its event comes before the refusal")
  func eventBeforeRefusal() async throws {
    let (fixture, there) = try await sendUnanswered()
    var faults = ServiceFaults.none
    faults.latency = .seconds(1) ... .seconds(1)
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await fixture.ann.setFaults(faults)
    await fixture.clock.untilAsleep()
    fixture.clock.advanceToNextSleeper()
    await fixture.untilAsked(.send, times: 2)
    hear(there, in: fixture)
    try await fixture.send("next")
    await fixture.whileTimePasses { await fixture.log.until { fixture.isInState("t2", .sendingFailed) } }
    #expect(fixture.log.states(of: "t1") == ["pendingSend", "sending", "pendingSend", "sending", "done"])
  }

  @Test("A page with the message completes it as its event does")
  func page() async throws {
    let (fixture, _) = try await sendUnanswered()
    await fail(fixture)
    try await fixture.client.channelController(for: "room").synchronize()
    #expect(fixture.outbox.queue["t1"] == nil)
  }

  @Test("Text changed after the refusal becomes an edit of the arrived message")
  func editedMeanwhile() async throws {
    let (fixture, there) = try await sendUnanswered()
    await fail(fixture)
    let failed = try #require(fixture.outbox.queue["t1"])
    _ = try await fixture.outbox.edit(failed.message, elements: [.plainText(text: "better")])
    await fixture.log.until {
      fixture.outbox.queue["t1"]?.attempts == 3 && fixture.isInState("t1", .sendingFailed)
    }
    await fixture.ann.setFaults(.none)
    hear(there, in: fixture)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == ["better"])
    await fixture.client.engine.writer.write([])
    #expect(try await fixture.store.outbox().isEmpty)
  }

  @Test("Mentioned users are notified once, after the arrival is saved")
  func mentions() async throws {
    let (fixture, there) = try await sendUnanswered(mention("look, "))
    await fail(fixture)
    hear(there, in: fixture)
    #expect(fixture.outbox.queue["t1"]?.isAccepted == true)
    hear(there, in: fixture)
    await fixture.untilAsked(.sendMention)
    await fixture.log.until { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.sendMention] == 1)
    #expect(fixture.ann.requestCounts[.send] == 2)
  }

  @Test("Events of other devices' messages, or of unknown ones, complete nothing")
  func strangers() async throws {
    let fixture = try await ClientFixture()
    try await fixture.send("mine")
    var other = try await fixture.say("not mine")
    other.transactionId = "t1"
    hear(other, in: fixture)
    hear(try await fixture.say("said elsewhere", as: fixture.ann), in: fixture)
    #expect(fixture.isInState("t1", .pendingSend))
  }
}
