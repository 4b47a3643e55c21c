import ChatDomain
import HTTPTransport
import InMemoryService
import Testing

@testable import MatrixService

@Suite("The sync loop")
struct ServiceLoopTests {
  @Test("Concurrent callers share one request")
  func shared() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let latch = Latch()
    desk.server.hold("timeout=0", at: latch)
    let before = desk.server.count("timeout=0")
    let service = desk.service
    let first = Task { try await service.currentEventToken() }
    await desk.server.until { $0.count { $0.url.contains("timeout=0") } == before + 1 }
    // An event after the first request may be missing from its answer, so the others share a second request.
    let tasks = (0..<20).map { _ in Task { try await service.currentEventToken() } }
    for _ in 0..<1000 { await Task.yield() }
    latch.open()
    for task in [first] + tasks { _ = try await task.value }
    #expect((1...3).contains(desk.server.count("timeout=0") - before))
    await desk.close()
  }

  @Test("Two answers to the same request are applied once")
  func overlap() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    let latch = Latch()
    // The poll is answered late, after a barrier delivered the same events.
    desk.server.hold("timeout=30000", at: latch)
    desk.server.happen(Said.text("$1", "one", at: 1))
    _ = try await desk.service.currentEventToken()
    desk.server.release()
    latch.open()
    desk.server.happen(Said.text("$2", "two", at: 2))
    #expect(await events.next(2).map(\.event.gist) == ["created $1", "created $2"])
    await desk.close()
  }

  @Test("A caller gets all events from before the call, even if the loop was faster")
  func overtaken() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    await desk.server.until { $0.contains { $0.url.contains("timeout=30000") } }
    let (polled, asked) = (Latch(), Latch())
    desk.server.hold("timeout=30000", at: polled)
    desk.server.happen(Said.text("$1", "one", at: 1))
    await polled.untilHeld()
    desk.server.hold("timeout=0", at: asked)
    desk.server.happen(Said.text("$2", "two", at: 2))
    let service = desk.service
    let page = Task { try await service.messages(MessageQuery(channelId: Said.hill)) }
    await asked.untilHeld()
    desk.server.release()
    // The loop does not deliver it.
    desk.server.fail("timeout=30000", .failure(.interrupted(.waiting)), times: 100)
    polled.open()
    #expect(await events.next().first?.event.gist == "created $1")
    asked.open()
    #expect(try await page.value.elements.suffix(2).map(\.id) == ["$1", "$2"])
    await desk.close()
  }

  @Test(
    "An unavailable server ends the streams with the reason, is retried less and less often, then all continues"
  )
  func away() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    let asked = desk.server.count("/sync")
    desk.server.fail("/sync", .failure(.cannotConnect(host: "example.org")), times: 5)
    desk.server.happen(Said.text("$1", "one", at: 1))
    // The poll in flight still delivers it.
    #expect(await events.next().first?.event.gist == "created $1")
    #expect(await events.end() == .connection(.offline))
    var waits: [Duration] = []
    for _ in 0..<5 {
      await desk.clock.waitForSleepers()
      let now = desk.clock.now
      waits.append(try #require(desk.clock.nextDeadline) - now)
      desk.clock.advanceToNextSleeper()
    }
    #expect(waits == [.seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30)])
    let again = EventTap(try await desk.service.events(after: nil))
    desk.server.happen(Said.text("$2", "two", at: 2))
    #expect(await again.next().first?.event.gist == "created $2")
    #expect(desk.server.count("/sync") < asked + 12)
    await desk.close()
  }

  @Test("After an answer the back-off starts over")
  func recovered() async throws {
    let desk = try await ServiceDesk.onHill(1)
    var waits: [Duration] = []
    for number in 1...2 {
      let events = EventTap(try await desk.service.events(after: nil))
      desk.server.fail("/sync", .failure(.cannotConnect(host: "example.org")), times: 2)
      // The poll in flight still delivers it.
      desk.server.happen(Said.text("$\(number)", "words", at: number))
      #expect(await events.end() == .connection(.offline))
      for _ in 0..<2 {
        await desk.clock.waitForSleepers()
        let now = desk.clock.now
        waits.append(try #require(desk.clock.nextDeadline) - now)
        desk.clock.advanceToNextSleeper()
      }
      _ = try await desk.service.currentEventToken()
    }
    #expect(waits == [.seconds(2), .seconds(4), .seconds(2), .seconds(4)])
    await desk.close()
  }

  @Test("A server that does not support long polling is not polled in a tight loop")
  func impatient() async throws {
    let desk = try await ServiceDesk.onHill(1)
    desk.server.isImpatient = true
    await desk.clock.waitForSleepers()
    let asked = desk.server.count("timeout=30000")
    #expect(asked <= SyncLoop.mostIdleAnswers + 2)
    desk.clock.advanceToNextSleeper()
    await desk.clock.waitForSleepers()
    #expect(desk.server.count("timeout=30000") == asked + 1)
    await desk.close()
  }

  @Test("Signing out is reported, and no more requests are sent")
  func signedOut() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.fail("/sync", .answer(.signedOut))
    desk.server.fail("/refresh", .answer(.signedOut))
    desk.server.happen(Said.text("$1", "one", at: 1))
    #expect(await events.end() == .signedOut)
    let asked = desk.server.requests.count
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.currentEventToken() } == .signedOut
    )
    for _ in 0..<1000 {
      await Task.yield()
      desk.clock.advanceToNextSleeper()
    }
    #expect(desk.server.requests.count == asked)
    await desk.close()
  }

  @Test("Closing ends the streams and all waits for an echo")
  func closing() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    // No sent message is echoed.
    let latch = Latch()
    desk.server.hold("/sync", at: latch)
    let service = desk.service
    let sending = Task { () async -> ChatError? in
      await failure { () async throws(ChatError) in
        try await service.send(NewMessage(transactionId: "t1", channelId: Said.hill, markup: "hi"))
      }
    }
    await desk.server.until { $0.contains { $0.url.contains("/send/") } }
    await desk.clock.waitForSleepers()
    await desk.close()
    #expect(await sending.value == .connection(.offline))
    #expect(await events.end() == nil)
    latch.open()
    #expect(
      await failure { () async throws(ChatError) in try await service.currentEventToken() }
        == .connection(.offline))
  }

  @Test("A released service ends with its current poll")
  func released() async throws {
    weak var service: MatrixService?
    let server = Homeserver()
    server.happen(Said.foundation())
    do {
      let desk = try ServiceDesk(server)
      service = desk.service
      _ = try await desk.service.currentEventToken()
      await server.until { $0.contains { $0.url.contains("timeout=30000") } }
    }
    server.happen(Said.text("$1", "one", at: 1))
    for _ in 0..<100_000 where service != nil { await Task.yield() }
    #expect(service == nil)
  }
}
