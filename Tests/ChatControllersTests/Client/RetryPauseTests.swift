import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// The back-off grows with each failure, and resets after a success or a retry by the user.
@Suite("Success resets the back-off", .watched)
struct RetryPauseTests {
  private let first = ClientConfiguration().firstRetryDelay

  @Test("A pause doubles up to the longest, and starts again after a reset")
  func doubles() {
    var pause = RetryPause(ClientConfiguration())
    for _ in 1...3 {
      let pauses = (1...9).map { _ in pause.next() }
      #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
      pause.reset()
    }
  }

  @Test("Outbox: after a sent message the first pause applies again")
  func outboxSuccess() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.ann.setFaults(.offline)
    for text in ["goes", "waits"] { try await fixture.send(text) }
    try await failThrice(fixture)
    await fixture.slowDown(.seconds(1))
    fixture.clock.advanceToNextSleeper()
    await fixture.untilAsked(.send, times: 5)
    // The first message arrives, and the second is being sent when the connection is lost.
    await fixture.clock.untilAsleep()
    fixture.clock.advanceToNextSleeper()
    await fixture.clock.untilAsleep()
    fixture.clock.advanceToNextSleeper()
    await fixture.untilAsked(.send, times: 6)
    await fixture.clock.untilAsleep()
    await fixture.ann.setFaults(.offline)
    fixture.clock.advanceToNextSleeper()
    await fixture.log.until("the second try") { fixture.isInState("t2", .pendingSend) }
    #expect(try await fixture.history() == ["goes"])
    try await expectPause(first, fixture)
  }

  @Test("Outbox: after a manual retry the first pause applies again")
  func outboxWake() async throws {
    let fixture = try await ClientFixture()
    fixture.outbox.start()
    await fixture.ann.setFaults(.offline)
    try await fixture.send("waits")
    try await failThrice(fixture)
    fixture.outbox.worker.retryAllNow()
    await fixture.untilAsked(.send, times: 5)
    try await expectPause(first, fixture)
  }

  @Test("Store writer: after a written batch")
  func writer() async throws {
    let fixture = try await ClientFixture()
    for _ in 1...2 {
      fixture.store.setFaults(.full)
      try await fixture.send("kept in memory")
      for factor in [1, 2, 4] {
        try await expectPause(first * factor, fixture)
        fixture.clock.advanceToNextSleeper()
      }
      await fixture.clock.untilAsleep()
      fixture.store.setFaults(.none)
      fixture.log.forget()
      fixture.clock.advanceToNextSleeper()
      await fixture.log.until("the store's recovery") { fixture.log.notices.contains(.store(nil)) }
    }
  }

  @Test("Connection: after a manual retry and after an event")
  func receiver() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.ann.setFaults(.offline)
    for pause in [first, first * 2, first * 4] { await reconnect(fixture, after: pause) }
    fixture.log.forget()
    fixture.client.retryNow()
    await fixture.log.until("a try at once") { fixture.log.notices.contains(.connection(.connecting)) }
    await reconnect(fixture, after: first)
    await reconnect(fixture, after: first * 2)
    await fixture.ann.setFaults(.none)
    fixture.clock.advance(by: .seconds(60))
    await fixture.log.until("the connection") { fixture.client.connection == .online }
    fixture.log.forget()
    try await fixture.say("an event")
    await fixture.log.until("an event") {
      fixture.log.notices.contains { if case .event = $0 { true } else { false } }
    }
    await fixture.ann.setFaults(.offline)
    await reconnect(fixture, after: first)
  }

  @Test("Connection: after a stream that lasted, even without an event")
  func lastingStream() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.ann.setFaults(.offline)
    for pause in [first, first * 2] { await reconnect(fixture, after: pause) }
    await fixture.ann.setFaults(.none)
    fixture.clock.advance(by: .seconds(60))
    await fixture.log.until("the connection") { fixture.client.connection == .online }
    // A stream that breaks at once does not count as a success.
    await fixture.ann.breakStreams()
    await expectOffline(fixture, for: first * 8)
    fixture.clock.advance(by: .seconds(60))
    await fixture.log.until("the connection") { fixture.client.connection == .online }
    fixture.clock.advance(by: .seconds(60))
    await fixture.ann.breakStreams()
    await expectOffline(fixture, for: first)
  }

  @Test("Publishing a draft: after it was published and after reconnecting")
  func draft() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let device = await world.device()
    try await client.start()
    await settle(
      "the connection",
      until: { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil })
    let draft = try client.draft()
    for round in 1...2 {
      await device.setFaults(.with { $0.requestLoss = 1 })
      draft.update(text: "words \(round)")
      let asked = device.requestCounts[.saveDraft, default: 0]
      var pause = client.configuration.draftSyncDelay
      for (number, factor) in [1, 2, 4].enumerated() {
        await pass(pause, draft, world)
        await settle(
          "try \(number)", until: { device.requestCounts[.saveDraft, default: 0] == asked + number + 1 })
        pause = first * factor
      }
      await expectPause(pause, draft, world)
      if round == 1 {
        await device.setFaults(.none)
        await pass(pause, draft, world)
        await settle("the telling", until: { !draft.shared.needsPublishing })
      } else {
        client.engine.drafts.publisher.publishWaiting()
        await settle("a try", until: { device.requestCounts[.saveDraft, default: 0] == asked + 4 })
        await expectPause(first, draft, world)
      }
    }
    try await client.stop()
  }

  private func expectPause(
    _ pause: Duration, _ draft: MessageDraft, _ world: DraftWorld,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await settle("a pause", until: { draft.shared.publication?.task == nil }, sourceLocation: sourceLocation)
    #expect(draft.shared.publication?.due == world.clock.now + pause, sourceLocation: sourceLocation)
  }

  /// Expects a pause of this length, and advances the clock past it.
  private func pass(
    _ pause: Duration, _ draft: MessageDraft, _ world: DraftWorld,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectPause(pause, draft, world, sourceLocation: sourceLocation)
    await settle(
      "a sleeper", until: { world.clock.nextDeadline == world.clock.now + pause },
      sourceLocation: sourceLocation)
    world.clock.advanceToNextSleeper()
  }

  /// Waits for the third failure, before the fourth attempt.
  private func failThrice(_ fixture: ClientFixture) async throws {
    for factor in [1, 2, 4] {
      try await expectPause(first * factor, fixture)
      fixture.clock.advanceToNextSleeper()
    }
    await fixture.untilAsked(.send, times: 4)
    await fixture.clock.untilAsleep()
  }

  private func expectPause(
    _ pause: Duration, _ fixture: ClientFixture, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    await fixture.clock.untilAsleep()
    let deadline = try #require(fixture.clock.nextDeadline, sourceLocation: sourceLocation)
    #expect(deadline - fixture.clock.now == pause, sourceLocation: sourceLocation)
  }

  /// Expects a pause of this length, and advances the clock past it.
  private func reconnect(
    _ fixture: ClientFixture, after pause: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectOffline(fixture, for: pause, sourceLocation: sourceLocation)
    fixture.log.forget()
    await settle("a sleeper", until: { fixture.clock.nextDeadline == fixture.clock.now + pause })
    fixture.clock.advanceToNextSleeper()
    await fixture.log.until("a try") { fixture.log.notices.contains(.connection(.connecting)) }
  }

  private func expectOffline(
    _ fixture: ClientFixture, for pause: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await fixture.log.until("the end of the connection") {
      if case .offline = fixture.client.connection { true } else { false }
    }
    guard case .offline(let until, _) = fixture.client.connection else { return }
    #expect(until - fixture.clock.now == pause, sourceLocation: sourceLocation)
  }
}
