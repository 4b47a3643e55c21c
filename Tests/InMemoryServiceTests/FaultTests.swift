import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@Suite("In-memory service: faults")
struct FaultTests {
  @Test("A lost answer means that the request was carried out; resending duplicates nothing")
  func answerLost() async throws {
    let fixture = try await ServiceFixture()
    await fixture.ann.setFaults(.with { $0.answerLoss = 1 })
    await #expect(throws: ChatError.connection(.timedOut)) {
      try await fixture.ann.send(fixture.new("once", "t"))
    }
    await fixture.ann.setFaults(.none)
    let sent = try await fixture.ann.send(fixture.new("once", "t"))
    let page = try await fixture.ben.messages(MessageQuery(channelId: fixture.room))
    #expect(page.elements.map(\.id) == [sent.id])
  }

  @Test("A lost request is not carried out")
  func requestLost() async throws {
    let fixture = try await ServiceFixture()
    await fixture.ann.setFaults(.with { $0.requestLoss = 1 })
    await #expect(throws: ChatError.connection(.timedOut)) {
      try await fixture.ann.send(fixture.new("never", "t"))
    }
    #expect(try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.isEmpty)
    #expect(fixture.ann.requestCounts[.send] == 1)
  }

  @Test("Only the configured requests are refused")
  func refused() async throws {
    let fixture = try await ServiceFixture()
    await fixture.ann.setFaults(
      .with { $0.refusals = [RefusedRequest([.send], in: fixture.room, .notAllowed)] })
    await #expect(throws: ChatError.refused(.notAllowed)) {
      try await fixture.ann.send(fixture.new("no", "t"))
    }
    _ = try await fixture.ann.messages(MessageQuery(channelId: fixture.room))
    _ = try await fixture.ben.send(fixture.new("yes", "t"))
  }

  @Test("Offline requests fail and streams end; resuming from the token misses nothing")
  func offline() async throws {
    let fixture = try await ServiceFixture()
    let stream = try await fixture.ben.events(after: nil)
    _ = try await fixture.ann.send(fixture.new("one", "1"))
    let token = try #require(try await stream.take(1).last?.token)
    let waiting = Task { try await stream.take(1) }
    await fixture.ben.setFaults(.offline)
    await #expect(throws: ChatError.connection(.offline)) { try await waiting.value }
    await #expect(throws: ChatError.connection(.offline)) { try await fixture.ben.events(after: token) }
    _ = try await fixture.ann.send(fixture.new("two", "2"))
    _ = try await fixture.ann.send(fixture.new("three", "3"))
    await fixture.ben.setFaults(.none)
    let missed = try await fixture.ben.events(after: token).take(2)
    #expect(missed.map(\.event.text) == ["two", "three"])
  }

  @Test("Latency uses the clock: a request waits until it is advanced")
  func latency() async throws {
    let fixture = try await ServiceFixture()
    await fixture.ann.setFaults(.with { $0.latency = .seconds(2) ... .seconds(2) })
    let sending = Task { try await fixture.ann.send(fixture.new("slow", "t")) }
    await fixture.clock.waitForSleepers()
    #expect(try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.isEmpty)
    fixture.clock.advance(by: .seconds(1))
    await fixture.clock.waitForSleepers()
    #expect(try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.count == 1)
    fixture.clock.advance(by: .seconds(1))
    #expect(try await sending.value.text == "slow")
  }

  @Test("An interrupted upload keeps its first half and resumes")
  func uploads() async throws {
    let fixture = try await ServiceFixture()
    let bytes = (0..<100).map { UInt8($0) }
    let file = FileDescription(name: "a.bin", mimeType: "application/octet-stream", size: 100)
    let upload = try await fixture.ann.beginUpload(file, transactionId: "u")
    await fixture.ann.setFaults(.with { $0.uploadFailure = 1 })
    await #expect(throws: ChatError.connection(.interrupted)) {
      try await fixture.ann.upload(bytes, at: 0, to: upload)
    }
    await fixture.ann.setFaults(.none)
    await #expect(throws: ChatError.refused(.uploadIncomplete(received: 50, size: 100))) {
      try await fixture.ann.finishUpload(upload)
    }
    await #expect(throws: ChatError.self) { try await fixture.ann.upload([1], at: 51, to: upload) }
    #expect(try await fixture.ann.upload(Array(bytes[20...]), at: 20, to: upload) == 100)
    let attachment = try await fixture.ann.finishUpload(upload)
    #expect(try await fixture.ann.finishUpload(upload) == attachment)
    #expect(try await fixture.ann.download(attachment.id, 10..<20) == Array(bytes[10..<20]))
    await #expect(throws: ChatError.refused(.notAllowed)) {
      try await fixture.ben.download(attachment.id, 0..<1)
    }
  }

  @Test("The same seed and calls give the same faults")
  func determinism() async throws {
    func outcomes(_ seed: UInt64) async throws -> [Bool] {
      let fixture = try await ServiceFixture(seed: seed)
      await fixture.ann.setFaults(.unsteady)
      var outcomes: [Bool] = []
      for number in 0..<50 {
        do {
          _ = try await fixture.ann.send(fixture.new("\(number)", TransactionID("\(number)")))
          outcomes.append(true)
        } catch {
          outcomes.append(false)
        }
      }
      return outcomes
    }
    let first = try await outcomes(7)
    #expect(try await outcomes(7) == first)
    #expect(try await outcomes(8) != first)
    #expect(Set(first) == [true, false])
  }
}

extension ChatEvent {
  var text: String? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message): message.text
    default: nil
    }
  }
}
