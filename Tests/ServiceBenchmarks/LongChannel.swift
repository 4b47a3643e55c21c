import ChatDomain
import DraftEngine
import InMemoryService

/// A channel with a long history and two people in it.
struct LongChannel {
  let length: Int
  let clock = ManualClock()

  func measure() async throws -> [Measurement] {
    let service = InMemoryChatService(clock: clock)
    for id in ["ann", "ben"] as [UserID] { await service.add(User(id: id, name: id.rawValue)) }
    let start = Timestamp(seconds: 1_600_000_000)
    try await service.load(
      [NewChannel(id: "long", type: .group, members: ["ben"])], createdBy: "ann", at: start)
    var rows: [Measurement] = []
    rows.append(
      try await .of("load, per message", times: 1) { _ in
        try await service.load(count: length, into: "long") { number in
          HistoricMessage(
            author: number.isMultiple(of: 3) ? "ann" : "ben",
            elements: number.isMultiple(of: 20)
              ? [.plainText(text: "a word to "), .link(text: "Ann", target: .user(userId: "ann"))]
              : [.plainText(text: "message number \(number) of a long conversation")],
            createdAt: start + .seconds(number))
        }
      })
    rows[0] = Measurement(name: rows[0].name, each: rows[0].each / length)
    let ann = await service.device(user: "ann", id: "d")
    let ben = await service.device(user: "ben", id: "d")
    let newest = try await ann.messages(MessageQuery(channelId: "long", position: .newest))
    let middle = try await ann.messages(MessageQuery(channelId: "long", position: .oldest, limit: length / 2))
    rows.append(
      try await .of("open at the end, 50 messages", times: 200) { _ in
        _ = try await ann.messages(MessageQuery(channelId: "long"))
      })
    rows.append(
      try await .of("open at the first unread", times: 200) { _ in
        _ = try await ann.messages(MessageQuery(channelId: "long", position: .firstUnread))
      })
    if let previous = newest.previous {
      rows.append(
        try await .of("an older page", times: 200) { _ in
          _ = try await ann.messages(MessageQuery(channelId: "long", position: .before(previous)))
        })
    }
    if let id = middle.elements.last?.id {
      rows.append(
        try await .of("around a message in the middle", times: 200) { _ in
          _ = try await ann.messages(MessageQuery(channelId: "long", position: .around(id)))
        })
    }
    rows.append(
      try await .of("unread and mentions", times: 1000) { _ in _ = try await ann.channel("long") })
    rows.append(
      try await .of("send", times: 1000) { number in
        _ = try await ben.send(
          NewMessage(transactionId: TransactionID("\(number)"), channelId: "long", markup: "one more"))
      })
    let own = try await ben.messages(MessageQuery(channelId: "long", limit: 100)).elements
    rows.append(
      try await .of("delete for good", times: own.count) { number in
        try await ben.delete(own[number].id, in: "long", hard: true)
      })
    rows.append(
      try await .of("search for what is not there", times: 1) { _ in
        _ = try await ann.search(SearchQuery(text: "xyzzy"))
      })
    return rows
  }
}
