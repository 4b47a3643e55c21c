import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import Measuring

/// A service with one channel of this many messages and two members.
///
/// Ann has read all but the last fortieth; one message in twenty mentions her.
final class LongChannel {
  nonisolated static let id: ChannelID = "long"

  let service: InMemoryChatService
  let ann: InMemoryDevice
  let ben: InMemoryDevice
  let clock = ManualClock()
  private var sent = 0

  init(length: Int, eventLogCapacity: Int = 10_000) async throws {
    service = InMemoryChatService(
      clock: clock, configuration: ServiceConfiguration(eventLogCapacity: eventLogCapacity))
    for id in ["ann", "ben"] as [UserID] { await service.add(User(id: id, name: id.rawValue)) }
    let start = Timestamp(seconds: 1_600_000_000)
    try await service.load(
      [NewChannel(id: Self.id, type: .group, members: ["ben"])], createdBy: "ann", at: start)
    let words = Manuscript(bytes: 20_000, mentions: 0, lines: 250, seed: 21).text.split(separator: "\n")
    try await service.load(count: length, into: Self.id) { number in
      let text = String(words[number % words.count])
      return HistoricMessage(
        author: number.isMultiple(of: 3) ? "ann" : "ben",
        elements: number.isMultiple(of: 20)
          ? [.plainText(text: text + " "), .link(text: "Ann", target: .user(userId: "ann"))]
          : [.plainText(text: text)],
        createdAt: start + .seconds(number))
    }
    ann = await service.device(user: "ann", id: "desk")
    ben = await service.device(user: "ben", id: "desk")
    guard length > 0 else { return }
    let page = try await ann.messages(MessageQuery(channelId: Self.id, limit: max(1, min(1000, length / 40))))
    if let read = page.elements.first?.timetoken { _ = try await ann.markRead(Self.id, upTo: read) }
  }

  /// Ann's client with an empty store, not started.
  func client(_ store: any LocalStore = InMemoryStore()) -> ChatClient {
    ChatClient(service: ann, store: store, clock: clock)
  }

  /// Sends a message from Ben.
  func send(_ markup: String = "and one more for the road") async throws -> Message {
    sent += 1
    return try await ben.send(
      NewMessage(transactionId: TransactionID("t\(sent)"), channelId: Self.id, markup: markup))
  }
}
