import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A busy service is retried when it allows it", .watched)
struct BusyTests {
  private func busy(
    _ requests: Set<ServiceRequest>, for time: Duration, at now: Timestamp, saysHowLong: Bool = true
  )
    -> ServiceFaults
  {
    var faults = ServiceFaults.none
    faults.busy = BusyTime(requests, until: now + time, saysHowLong: saysHowLong)
    return faults
  }

  @Test("The pause is at least as long as the service requests, up to a limit")
  func pause() {
    var configuration = ClientConfiguration()
    configuration.longestWait = .seconds(100)
    var pause = RetryPause(configuration)
    func after(_ wait: Duration?) -> Duration { pause.next(after: .connection(.busy(retryAfter: wait))) }
    #expect(after(.seconds(9)) == .seconds(9))
    #expect(after(.seconds(1)) == .seconds(1))
    #expect(after(.seconds(1)) == .seconds(2))
    #expect(after(nil) == .seconds(4))
    #expect(after(.seconds(-5)) == .seconds(8))
    #expect(after(.seconds(Int64.max)) == .seconds(100))
    #expect(pause.next(after: .connection(.offline)) == .seconds(30))
  }

  @Test("A message waits for that time, even if the outbox is woken earlier")
  func outbox() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.ann.setFaults(busy([.send], for: .seconds(90), at: fixture.clock.now))
    let entry = try await fixture.send("words")
    await fixture.log.until("the first try") {
      fixture.isInState(entry.transactionId, .pendingSend) && fixture.ann.requestCounts[.send] == 1
    }
    for _ in 1...8 {
      fixture.clock.advance(by: .seconds(11))
      fixture.client.retryNow()
      await fixture.ann.breakStreams()
      await settle("the connection", until: { fixture.client.connection != .online })
      fixture.client.retryNow()
      await settle("the connection", until: { fixture.client.connection == .online })
    }
    await settle()
    #expect(fixture.ann.requestCounts[.send] == 1)
    // Another channel has no pause yet, and gets one from its own request.
    try await fixture.send("elsewhere", in: "other")
    await fixture.untilAsked(.send, times: 2)
    fixture.clock.advance(by: .seconds(2))
    _ = try await fixture.result(of: entry.transactionId)
    await fixture.log.until("both") { fixture.outbox.queue.channels.isEmpty }
    #expect(fixture.ann.requestCounts[.send] == 4)
    #expect(try await fixture.history() == ["words"])
  }

  @Test(
    "Without a stated time the pauses grow, and a retry by the user does not wait")
  func unknown() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.ann.setFaults(busy([.send], for: .seconds(90), at: fixture.clock.now, saysHowLong: false))
    let entry = try await fixture.send("words")
    await fixture.log.until("the first try") {
      fixture.isInState(entry.transactionId, .pendingSend) && fixture.ann.requestCounts[.send] == 1
    }
    fixture.client.retryNow()
    await fixture.untilAsked(.send, times: 2)
    await fixture.whileTimePasses { _ = try? await fixture.result(of: entry.transactionId) }
    #expect(try await fixture.history() == ["words"])
  }

  @Test("Retried work waits for that time")
  func retrying() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    var tries: [Timestamp] = []
    let begin = world.clock.now
    let work = Task {
      await client.retrying { () async throws(ChatError) in
        tries.append(world.clock.now)
        if tries.count == 1 { throw .connection(.busy(retryAfter: .seconds(40))) }
      }
    }
    await settle("a sleeper", until: { world.clock.nextDeadline == begin + .seconds(40) })
    world.clock.advance(by: .seconds(39))
    await settle()
    #expect(tries == [begin])
    world.clock.advance(by: .seconds(1))
    await work.value
    #expect(tries == [begin, begin + .seconds(40)])
    try await client.stop()
  }

  @Test("A draft waits for that time, even when left or after reconnecting")
  func draft() async throws {
    let world = try await DraftWorld()
    let client = try await world.connected()
    let device = await world.device()
    let draft = try client.draft()
    await device.setFaults(busy([.saveDraft], for: .seconds(90), at: world.clock.now))
    draft.update(text: "words")
    client.closeComposer(for: DraftWorld.general)
    await settle("the first try", until: { device.requestCounts[.saveDraft] == 1 })
    for number in 1...8 {
      world.clock.advance(by: .seconds(11))
      draft.update(text: "words \(number)")
      client.closeComposer(for: DraftWorld.general)
      client.engine.drafts.publisher.publishWaiting()
      await settle()
    }
    #expect(device.requestCounts[.saveDraft] == 1)
    world.clock.advance(by: .seconds(2))
    await settle("the telling", until: { !draft.shared.needsPublishing })
    #expect(device.requestCounts[.saveDraft] == 2)
    #expect(try await world.device("other").draft(for: DraftWorld.general)?.text == "words 8")
    try await client.stop()
  }

  @Test("The connection waits for that time too")
  func connection() async throws {
    let fixture = try await ClientFixture()
    await fixture.ann.setFaults(busy([.events, .eventToken], for: .seconds(90), at: fixture.clock.now))
    try await fixture.client.start()
    await fixture.log.until("the first try") {
      if case .offline = fixture.client.connection { true } else { false }
    }
    let asked = fixture.ann.requestCounts
    for _ in 1...8 {
      fixture.clock.advance(by: .seconds(11))
      fixture.client.retryNow()
      await settle()
    }
    #expect(fixture.ann.requestCounts[.eventToken] == asked[.eventToken])
    fixture.clock.advance(by: .seconds(2))
    await fixture.log.until("the connection") { fixture.client.connection == .online }
    try await fixture.client.stop()
  }
}
