import ChatDomain
import DraftEngine
import InMemoryService

/// One person in very many channels, each with a draft.
struct ManyChannels {
  let count: Int
  let clock = ManualClock()

  func measure() async throws -> [Measurement] {
    var configuration = ServiceConfiguration()
    configuration.eventLogCapacity = 50_000
    let service = InMemoryChatService(clock: clock, configuration: configuration)
    for id in ["ann", "ben"] as [UserID] { await service.add(User(id: id, name: id.rawValue)) }
    var rows: [Measurement] = []
    let channels = (0..<count).map {
      NewChannel(id: ChannelID("c\($0)"), name: "Channel \($0)", type: .group, members: ["ben"])
    }
    rows.append(
      try await .of("\(count) channels: make all", times: 1) { _ in
        try await service.load(channels, createdBy: "ann", at: Timestamp(seconds: 1_600_000_000))
      })
    let ann = await service.device(user: "ann", id: "d")
    let ben = await service.device(user: "ben", id: "d")
    rows.append(
      try await .of("list for the first time, 50 channels", times: 1) { _ in
        _ = try await ann.channels(ListQuery())
      })
    rows.append(
      try await .of("list again, 50 channels", times: 100) { _ in _ = try await ann.channels(ListQuery()) })
    rows.append(
      try await .of("send into one and list", times: 1000) { number in
        let channel = ChannelID("c\(number * 7 % count)")
        _ = try await ben.send(
          NewMessage(transactionId: TransactionID("\(number)"), channelId: channel, markup: "hello"))
        _ = try await ann.channels(ListQuery(limit: 1))
      })
    let burst = 20_000
    let stream = try await ann.events(after: nil)
    let listening = Task {
      var heard = 0
      for try await _ in stream {
        heard += 1
        if heard == burst { break }
      }
    }
    rows.append(
      try await .of("send in a burst of \(burst)", times: burst) { number in
        _ = try await ben.send(
          NewMessage(transactionId: TransactionID("b\(number)"), channelId: "c1", markup: "hello"))
      })
    rows.append(try await .of("hear the rest of it", times: 1) { _ in try await listening.value })
    rows.append(
      try await .of("find channels by name", times: 5) { _ in
        _ = try await ann.channels(matching: "999", limit: 10)
      })
    rows.append(
      try await .of("save a draft", times: count) { number in
        clock.advance(by: .milliseconds(1))
        let content = DraftContent(elements: [.plainText(text: "draft \(number)")])
        _ = try await ann.saveDraft(content, for: DraftKey(channelId: ChannelID("c\(number)")), over: 0)
      })
    rows.append(
      try await .of("list drafts, the first 25", times: 1) { _ in _ = try await ann.drafts(DraftListQuery()) }
    )
    rows.append(
      try await .of("search all channels", times: 1) { _ in
        _ = try await ann.search(SearchQuery(text: "xyzzy"))
      })
    return rows
  }
}
