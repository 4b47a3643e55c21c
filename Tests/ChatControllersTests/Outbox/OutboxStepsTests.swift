import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Between two steps of the outbox", .watched)
struct OutboxStepsTests {
  private func words(_ text: String) -> [MessageElement] { [.plainText(text: text)] }

  private func file(_ name: String) -> InputFile { InputFile(name: name, type: "b", source: .bytes([1])) }

  /// Advances the clock; due work is requested.
  private func pass(_ duration: Duration, in fixture: ClientFixture) async {
    await settle()
    fixture.clock.advance(by: duration)
    await settle()
  }

  @Test("A crash after the upload keeps the message's file, even with an edit queued")
  func fileUnderEdit() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.slowDown(.seconds(1))
    var message = fixture.write("first")
    message.inputFiles = [file("a")]
    let sending = try await fixture.outbox.enqueueSend(message)
    await fixture.untilAsked(.beginUpload)
    _ = try await fixture.outbox.edit(sending.message, elements: words("second"))
    await fixture.whileTimePasses {
      await settle("the uploaded file in the store") {
        (try? await fixture.store.outbox().first?.message.files.count) == 1
      }
    }
    fixture.outbox.close()
    await fixture.ann.setFaults(.none)
    let again = await fixture.restarted()
    try await again.start()
    await again.log.until("the end of the work") { again.outbox.queue.channels.isEmpty }
    let arrived = try await fixture.ben.messages(MessageQuery(channelId: "room")).elements
    #expect(arrived.map(\.text) == ["second"])
    #expect(arrived.first?.files.map(\.name) == ["a"])
  }

  @Test(
    "A message that may have arrived is deleted, even if its last attempt made no request")
  func arrivedBefore() async throws {
    let fixture = try await ClientFixture()
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    await fixture.loseAnswers()
    let sending = try await fixture.send("first")
    await fixture.log.until("the lost answer") {
      fixture.outbox.queue["t1"]?.attempts == 1 && fixture.isInState("t1", .pendingSend)
    }
    await fixture.slowDown(.seconds(1))
    _ = try await fixture.outbox.edit(sending.message, elements: words("second"), inputFiles: [file("a")])
    await fixture.untilAsked(.beginUpload)
    try await fixture.outbox.delete(sending.message, hard: true)
    await fixture.whileTimePasses {
      await fixture.log.until("the end of the work") { fixture.outbox.queue.channels.isEmpty }
    }
    #expect(fixture.ann.requestCounts[.send] == 1)
    #expect(try await fixture.history() == [])
  }

  @Test("Two deletions are each requested at their own time")
  func twoDeadlines() async throws {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    try await fixture.start()
    var sent: [Message] = []
    for text in ["one", "two"] {
      sent.append(try await fixture.result(of: try await fixture.send(text).transactionId))
    }
    try await fixture.outbox.delete(sent[0], hard: true)
    await pass(.seconds(3), in: fixture)
    try await fixture.outbox.delete(sent[1], hard: true)
    await pass(.seconds(7), in: fixture)
    await fixture.untilAsked(.delete)
    #expect(fixture.client.delayedWork.map(\.message.id) == [sent[1].id])
    await pass(.seconds(3), in: fixture)
    await fixture.untilAsked(.delete, times: 2)
    await fixture.log.until("the end of the work") { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == [])
  }

  @Test("A cancelled hard deletion does not make a later one hard")
  func milderDeletion() async throws {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    try await fixture.start()
    await fixture.slowDown(.seconds(3))
    let sending = try await fixture.send("words")
    await fixture.log.until("the request") { fixture.isInState("t1", .sending) }
    try await fixture.outbox.delete(sending.message, hard: true)
    try await fixture.outbox.takeBack(sending.message.id, in: "room")
    try await fixture.outbox.delete(sending.message, hard: false)
    for _ in 0..<8 { await pass(.seconds(4), in: fixture) }
    await fixture.log.until("the end of the work") { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == [""])
  }

  @Test("A message that arrived while its deletion waited is found and deleted after a lost answer")
  func arrivedUnheard() async throws {
    let fixture = try await ClientFixture(takeBackPeriod: .seconds(10))
    // Without events, which would reveal that it arrived.
    fixture.outbox.start()
    var faults = ServiceFaults.none
    faults.answerLoss = 1
    faults.latency = .seconds(1)...(.seconds(1))
    await fixture.ann.setFaults(faults)
    let sending = try await fixture.send("words")
    await fixture.untilAsked(.send)
    try await fixture.outbox.delete(sending.message, hard: true)
    for _ in 0..<3 { await pass(.seconds(1), in: fixture) }
    await fixture.log.until("the lost answer") {
      fixture.outbox.queue["t1"].map { !fixture.outbox.worker.isUnderWay($0) } == true
    }
    #expect(try await fixture.history() == ["words"])
    await fixture.ann.setFaults(.none)
    await pass(.seconds(10), in: fixture)
    fixture.outbox.worker.retryAllNow()
    await fixture.log.until("the end of the work") { fixture.outbox.queue.channels.isEmpty }
    #expect(try await fixture.history() == [])
  }

  @Test("A message deleted while its attempt is being saved is not sent")
  func deletedWhileSaved() async throws {
    let world = try await DraftWorld()
    let (store, device) = (GatedStore(), await world.device())
    let client = await world.client(store: store)
    client.engine.outbox.start()
    await device.setFaults(.offline)
    let entry = try await client.engine.outbox.enqueueSend(
      OutgoingMessage(key: DraftWorld.general, elements: words("withdrawn")))
    await settle("a pause", until: { client.engine.outbox.worker.states["general"]?.timer != nil })
    let before = device.requestCounts[.send]
    await store.close(.writing)
    await device.setFaults(.none)
    client.engine.outbox.worker.retryAllNow()
    await settle("the attempt on its way to the store", until: { await store.count(at: .writing) == 1 })
    let deleting = Task { try await client.engine.outbox.delete(entry.message, hard: true) }
    await settle("the deletion") { client.engine.outbox.queue[entry.transactionId]?.deletesOnArrival == true }
    await store.open(.writing)
    _ = try await deleting.value
    let worker = client.engine.outbox.worker
    await settle("a pause, or the end of the work") {
      worker.states["general"]?.timer != nil || client.engine.outbox.queue.channels.isEmpty
    }
    worker.retryAllNow()
    await settle("the end of the work", until: { client.engine.outbox.queue.channels.isEmpty })
    #expect(device.requestCounts[.send] == before)
  }
}
