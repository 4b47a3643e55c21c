import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@Suite("In-memory service: event streams")
struct EventStreamTests {
  @Test(
    "On a bad connection every event arrives, in spite of duplicates, delays and breaks", arguments: 1...20)
  func badLine(seed: Int) async throws {
    let fixture = try await ServiceFixture(seed: UInt64(seed))
    var faults = ServiceFaults.unsteady
    faults.requestLoss = 0
    faults.answerLoss = 0
    faults.streamBreak = 0.05
    faults.eventDelay = 0.3
    faults.eventDuplication = 0.3
    await fixture.ben.setFaults(faults)
    var stream = try await fixture.ben.events(after: nil)
    let total = 300
    let sending = Task {
      for number in 0..<total {
        _ = try await fixture.ann.send(fixture.new("\(number)", TransactionID("\(number)")))
      }
    }
    var token: EventToken?
    var seen: [Int] = []
    while Set(seen).count < total {
      do {
        for try await envelope in stream {
          token = envelope.token
          if let text = envelope.event.text, let number = Int(text) { seen.append(number) }
          if Set(seen).count == total { break }
        }
      } catch {
        // Before the first event there is no token; a stream that breaks there restarts and may miss some.
        guard let known = token else { return }
        stream = try await fixture.ben.events(after: known)
      }
    }
    try await sending.value
    #expect(seen.count > total, "some came twice")
    #expect(seen != seen.sorted(), "some came late")
  }

  @Test("The log drops its oldest events, and an older token is refused")
  func bounds() async throws {
    var configuration = ServiceConfiguration()
    configuration.eventLogCapacity = 10
    let fixture = try await ServiceFixture(configuration: configuration)
    let stream = try await fixture.ben.events(after: nil)
    _ = try await fixture.ann.send(fixture.new("0", "0"))
    let token = try #require(try await stream.take(1).last?.token)
    for number in 1...10 {
      _ = try await fixture.ann.send(fixture.new("\(number)", TransactionID("\(number)")))
    }
    #expect(try await fixture.ben.events(after: token).take(10).last?.event.text == "10")
    _ = try await fixture.ann.send(fixture.new("11", "11"))
    await #expect(throws: ChatError.eventsGone) { try await fixture.ben.events(after: token) }
    // The first stream was slow, and the log does not wait.
    await #expect(throws: ChatError.eventsGone) { _ = try await stream.take(1) }
  }

  @Test("A foreign token is refused")
  func strangers() async throws {
    let fixture = try await ServiceFixture()
    for token in ["", "7", "1.1", "x.y", "1700000000000000.99"] as [EventToken] {
      await #expect(throws: ChatError.eventsGone) { try await fixture.ben.events(after: token) }
    }
  }

  @Test("Each device has its own stream, and a person is present while one is open")
  func devices() async throws {
    let fixture = try await ServiceFixture()
    let tablet = await fixture.service.device(user: "ben", id: "tablet")
    let watching = try await fixture.ann.events(after: nil)
    do {
      let (one, other) = (try await fixture.ben.events(after: nil), try await tablet.events(after: nil))
      #expect(try await fixture.ann.presence(of: ["ben"]) == ["ben": .online])
      _ = try await fixture.ann.send(fixture.new("both", "t"))
      #expect(try await one.take(1) == other.take(1))
    }
    var isThere: [Bool] = []
    for try await envelope in watching {
      guard case .presenceChanged("ben", let presence) = envelope.event else { continue }
      isThere.append(presence == .online)
      if isThere.count == 2 { break }
    }
    #expect(isThere == [true, false])
  }

  @Test("Messages sent concurrently arrive in the same order on all devices")
  func crowd() async throws {
    let fixture = try await ServiceFixture()
    let devices = [fixture.ann, fixture.ben, await fixture.service.device(user: "ben", id: "tablet")]
    var streams: [AsyncThrowingStream<EventEnvelope, any Error>] = []
    for device in devices { streams.append(try await device.events(after: nil)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, device) in devices.enumerated() {
        group.addTask {
          for number in 0..<200 {
            _ = try await device.send(fixture.new("\(index) \(number)", TransactionID("\(index)-\(number)")))
          }
        }
      }
      try await group.waitForAll()
    }
    var orders: [[MessageID]] = []
    for stream in streams {
      var order: [MessageID] = []
      var tokens: Set<EventToken> = []
      for try await envelope in stream {
        #expect(tokens.insert(envelope.token).inserted)
        if case .messageCreated(let message) = envelope.event { order.append(message.id) }
        if order.count == 600 { break }
      }
      orders.append(order)
    }
    #expect(orders[0] == orders[1] && orders[1] == orders[2])
    #expect(Set(orders[0]).count == 600)
    let summary = try await fixture.ann.channel(fixture.room)
    #expect(summary.reading.unreadCount == 400)
  }

  @Test("A stream that failed to open leaves no presence behind")
  func unanswered() async throws {
    let fixture = try await ServiceFixture()
    let watching = try await fixture.ann.events(after: nil)
    await fixture.ben.setFaults(.with { $0.answerLoss = 1 })
    await #expect(throws: ChatError.connection(.timedOut)) { try await fixture.ben.events(after: nil) }
    #expect(try await watching.take(2).last?.event.isAboutAbsence == true)
  }
}

extension ChatEvent {
  fileprivate var isAboutAbsence: Bool {
    guard case .presenceChanged(_, .offline) = self else { return false }
    return true
  }
}
