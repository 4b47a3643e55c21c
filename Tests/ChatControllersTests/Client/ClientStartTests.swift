import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("Starting and stopping a client", .watched)
struct ClientStartTests {
  @Test("Two simultaneous starts receive every event once")
  func startTwice() async throws {
    let fixture = try await ClientFixture()
    let other = Task { try await fixture.client.start() }
    try await fixture.start()
    try await other.value
    try await fixture.say("once")
    try await fixture.say("last")
    var said: [String] {
      fixture.log.notices.compactMap { notice in
        if case .event(.messageCreated(let message)) = notice { message.text } else { nil }
      }
    }
    await fixture.log.until { said.contains("last") }
    #expect(said == ["once", "last"])
    #expect(fixture.ann.requestCounts[.events] == 1)
  }

  @Test("A store that fails during the stop is reported, and the client can be started again")
  func stopWithFailingStore() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    fixture.store.setFaults(.full)
    try fixture.client.messageDraft(for: DraftKey(channelId: "room")).insertText(offset: 0, text: "kept")
    await #expect(throws: StoreError.full) { try await fixture.client.stop() }
    #expect(fixture.client.connection == .stopped)
    fixture.store.setFaults(.none)
    fixture.log.forget()
    try await fixture.client.start()
    await fixture.log.until { fixture.log.notices.contains(.connection(.online)) }
    try await fixture.client.stop()
    #expect(try await fixture.store.drafts().count == 1)
  }

  @Test("A start during a stop gives a running client")
  func startWhileStopping() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let stopping = Task { try await fixture.client.stop() }
    await Task.yield()
    try await fixture.client.start()
    try await stopping.value
    await fixture.log.until { fixture.client.connection == .online }
  }

  @Test("A stream that keeps breaking is requested after growing pauses")
  func flapping() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    try await fixture.say("heard")
    await fixture.log.until { fixture.log.notices.contains { if case .event = $0 { true } else { false } } }
    await fixture.ann.setFaults(.with { $0.streamBreak = 1 })
    try await fixture.say("never heard")
    var ends: [Timestamp] {
      fixture.log.notices.compactMap { notice in
        if case .connection(.offline(let until, _)) = notice { until } else { nil }
      }
    }
    var pauses: [Duration] = []
    for count in 1...4 {
      await fixture.log.until { ends.count == count }
      let pause = try #require(ends.last) - fixture.clock.now
      pauses.append(pause)
      fixture.clock.advance(by: pause)
    }
    #expect(pauses == [0.5, 1, 2, 4].map { .seconds($0) })
  }

  @Test("Sending a message without a composer signals no typing")
  func noTyping() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let controller = fixture.client.channelController(for: "room")
    let id = try await controller.createNewMessage(text: "hi")
    _ = try await fixture.client.result(of: TransactionID(id.rawValue))
    #expect(fixture.ann.requestCounts[.setTyping] == nil)
  }

  @Test("A client released without a stop waits for nothing")
  func dropped() async throws {
    let fixture = try await ClientFixture()
    await fixture.ann.setFaults(.offline)
    var client: ChatClient? = ChatClient(service: fixture.ann, store: InMemoryStore(), clock: fixture.clock)
    try await client?.start()
    await fixture.clock.untilAsleep()
    client = nil
    await settle { fixture.clock.nextDeadline == nil }
  }
}
