import ChatDomain
import Testing

@testable import InMemoryService

@Suite("Event log")
struct EventLogTests {
  private func event(_ number: UInt64) -> ChatEvent {
    .channelUpdated(Channel(id: ChannelID("\(number)"), type: .group, createdAt: Timestamp(seconds: 0)))
  }

  private func number(_ event: ChatEvent) -> UInt64? {
    guard case .channelUpdated(let channel) = event else { return nil }
    return UInt64(channel.id.rawValue)
  }

  @Test(
    "It returns the same as an array of all events, as far back as it reaches", arguments: [1, 2, 3, 10, 64])
  func model(capacity: Int) {
    var log = EventLog(capacity: capacity)
    for last in 0...UInt64(capacity * 3 + 1) {
      if last > 0 { log.append(event(last)) }
      #expect(log.lastSequence == last && log.count == min(Int(last), capacity))
      for start in 0...last + 1 {
        for limit in [0, 1, 2, capacity, 256] {
          let found = log.events(after: start, limit: limit)
          let isKnown = start <= last && last - start <= UInt64(capacity)
          let expected = isKnown ? Array((start..<last).map { $0 + 1 }.prefix(limit)) : nil
          #expect(found?.compactMap(number) == expected, "\(start) of \(last), at most \(limit)")
        }
      }
    }
  }

  @Test("The event of a message has its content, for its author with the transaction")
  func created() async throws {
    let fixture = try await ServiceFixture()
    let (own, others) = (try await fixture.ann.events(after: nil), try await fixture.ben.events(after: nil))
    let sent = try await fixture.ann.send(fixture.new("as it was", "t1"))
    _ = try await fixture.ben.send(fixture.new("a reply", "t2", under: sent.id))
    _ = try await fixture.ann.edit(
      MessageEdit(
        transactionId: "t3", channelId: fixture.room, messageId: sent.id, markup: "as it is", files: []))
    for (stream, transaction) in [(own, "t1" as TransactionID?), (others, nil)] {
      let created = try await stream.take(3).compactMap { envelope -> Message? in
        if case .messageCreated(let message) = envelope.event { message } else { nil }
      }
      let message = try #require(created.first)
      #expect(message.id == sent.id && message.text == "as it was" && message.transactionId == transaction)
      #expect(message.threadInfo == nil && message.editedAt == nil && message.version == sent.version)
    }
  }
}
