import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService

/// Ann and Ben in this many channels, each with a draft of Ann's.
final class ManyChannels {
  let count: Int
  let ann: InMemoryDevice
  let client: ChatClient
  private let ben: InMemoryDevice
  private let clock = ManualClock()
  private var sent = 0

  init(count: Int) async throws {
    self.count = count
    let service = InMemoryChatService(clock: clock)
    for id in ["ann", "ben"] as [UserID] { await service.add(User(id: id, name: id.rawValue)) }
    let channels = (0..<count).map {
      NewChannel(id: Self.id($0), name: "Channel \($0)", type: .group, members: ["ben"])
    }
    try await service.load(channels, createdBy: "ann", at: Timestamp(seconds: 1_600_000_000))
    ann = await service.device(user: "ann", id: "desk")
    ben = await service.device(user: "ben", id: "desk")
    let dates = DraftDates(createdAt: clock.now, updatedAt: clock.now)
    for number in 0..<count {
      _ = try await ann.saveDraft(Self.content(number), for: Self.key(number), over: 0, dates: dates)
    }
    let store = InMemoryStore()
    client = ChatClient(service: ann, store: store, clock: clock)
    try await store.perform(
      (0..<count).map { number in
        let time = Timestamp(seconds: 1_600_000_000 + Int64(number))
        return .saveDraft(
          StoredDraft(
            key: Self.key(number), content: Self.content(number), inputFiles: [], caret: 0, edit: nil,
            createdAt: time, updatedAt: time,
            ancestor: SyncedDraft(revision: 1, content: Self.content(number))))
      })
    try await client.start()
  }

  static func id(_ number: Int) -> ChannelID { ChannelID("channel-\(number)") }
  static func key(_ number: Int) -> DraftKey { DraftKey(channelId: id(number)) }

  private static func content(_ number: Int) -> DraftContent {
    DraftContent(elements: [.plainText(text: "a draft for channel \(number), not finished yet")])
  }

  /// Sends a message from Ben, in a channel far from the previous one.
  @discardableResult
  func send() async throws -> Message {
    sent += 1
    return try await ben.send(
      NewMessage(
        transactionId: TransactionID("t\(sent)"), channelId: Self.id(sent * 7919 % count), markup: "hello"))
  }

  /// A list with all channels loaded.
  func fullList() async throws -> ChannelListController {
    let list = ChannelListController(client: client)
    try await list.synchronize()
    while !list.hasLoadedAll { try await list.loadMore(limit: 1000) }
    precondition(list.count == count, "\(list.count) of \(count) channels are in the list")
    return list
  }
}
