import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The event token", .watched)
struct EventTokenTests {
  private func said(_ log: NoticeLog) -> [String] {
    log.notices.compactMap { notice in
      if case .event(.messageCreated(let message)) = notice { message.text } else { nil }
    }
  }

  @Test("A stream that breaks before its first event resumes where it began")
  func breakBeforeFirst() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    try await fixture.say("missed")
    await fixture.goOnline()
    try await fixture.say("next")
    await fixture.log.until { self.said(fixture.log).contains("next") }
    #expect(said(fixture.log) == ["missed", "next"])
    #expect(!fixture.log.notices.contains(.eventsMissed))
  }

  @Test(
    "Loading without an event stream misses nothing that happens meanwhile",
    arguments: [ServiceRequest.eventToken, .events])
  func loadedBefore(request: ServiceRequest) async throws {
    let fixture = try await ClientFixture()
    await fixture.ann.setFaults(.with { $0.refusals = [RefusedRequest([request], .notAllowed)] })
    try await fixture.client.start()
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    try await fixture.say("missed")
    await fixture.clock.untilAsleep()
    #expect(controller.messages.isEmpty)
    await fixture.ann.setFaults(.none)
    fixture.clock.advanceToNextSleeper()
    await settle("what was said meanwhile") { controller.messages.map(\.text) == ["missed"] }
    #expect(fixture.client.connection == .online)
  }

  @Test("After a crash the saved token matches the other saved data")
  func breakDown() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    try await fixture.say("heard")
    await fixture.log.until { self.said(fixture.log) == ["heard"] }
    // Other data is saved, and the token with it.
    try await fixture.send("mine")
    await fixture.log.until { self.said(fixture.log).contains("mine") }
    try await fixture.send("another")
    _ = try await fixture.outbox.result(of: "t2")
    let token = try #require(try await fixture.store.eventToken())
    let again = await fixture.restarted()
    try await fixture.say("while it was gone")
    try await again.client.start()
    await again.log.until { self.said(again.log).contains("while it was gone") }
    #expect(!said(again.log).contains("heard") && !again.log.notices.contains(.eventsMissed))
    #expect(token != (try await fixture.ann.currentEventToken()))
  }

  @Test("The token is saved with other changes, and alone only after many events")
  func batches() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await settle("the first batch", until: { fixture.store.batchCount > 0 })
    let before = fixture.store.batchCount
    for number in 1...60 { try await fixture.say("\(number)") }
    await fixture.log.until { self.said(fixture.log).count == 60 }
    await fixture.client.engine.writer.write([])
    // This is the batch of `write`; the sixty events changed nothing in the store.
    #expect(fixture.store.batchCount == before + 1)
    let kept = try await fixture.store.eventToken()
    #expect(kept == (try await fixture.ann.currentEventToken()))
  }
}
