import ChatDomain
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("A client starts and stops")
struct ClientStartTests {
  @Test("Who starts it twice at once receives every event once")
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

  @Test("When the store spoils the stop it says so, and the client can be started again")
  func stopWithFailingStore() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.store.setFaults(.full)
    try fixture.client.messageDraft(for: DraftKey(channelId: "room")).insertText(offset: 0, text: "kept")
    await #expect(throws: StoreError.full) { try await fixture.client.stop() }
    #expect(fixture.client.connection == .stopped)
    await fixture.store.setFaults(.none)
    fixture.log.forget()
    try await fixture.client.start()
    await fixture.log.until { fixture.log.notices.contains(.connection(.online)) }
    try await fixture.client.stop()
    #expect(try await fixture.store.drafts().count == 1)
  }

  @Test("Who starts while it stops has a running client")
  func startWhileStopping() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let stopping = Task { try await fixture.client.stop() }
    await Task.yield()
    try await fixture.client.start()
    try await stopping.value
    await fixture.log.until { fixture.client.connection == .online }
  }

  @Test("A client that is dropped without a stop waits for nothing more")
  func dropped() async throws {
    let fixture = try await ClientFixture()
    await fixture.ann.setFaults(.offline)
    var client: ChatClient? = ChatClient(service: fixture.ann, store: InMemoryStore(), clock: fixture.clock)
    try await client?.start()
    await fixture.clock.waitForSleepers()
    client = nil
    while fixture.clock.nextDeadline != nil { await Task.yield() }
  }
}
