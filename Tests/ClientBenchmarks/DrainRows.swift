import ChatControllers
import ChatDomain
import InMemoryService
import Measuring

/// Sending of queued messages after a reconnection, with the channel and its list open.
enum DrainRows {
  static func all() -> [Contest] {
    [
      Contest(
        group: "outbox", name: "per message of a full outbox, sent with its channel and the list open",
        note: "writing them is not counted", fewest: 5,
        contestants: [100, 1_000, 10_000].map { count in
          Contestant(name: "an outbox of \(count)", batch: count) { try await drain(count, $0) }
        }),
      Contest(
        group: "outbox", name: "per message written without a connection, with its channel and the list open",
        note: "sending them is not counted", fewest: 5,
        contestants: [100, 1_000, 10_000].map { count in
          Contestant(name: "an outbox of \(count)", batch: count) { try await fill(count, $0) }
        }),
    ]
  }

  private static func drain(_ count: Int, _ stopwatch: Stopwatch) async throws {
    let desk = try await OutboxDesk()
    var last: MessageID?
    for _ in 0..<count { last = try await desk.write() }
    guard let last else { return }
    try await stopwatch.measureWaiting {
      try await desk.client.start()
      _ = try await desk.client.result(of: TransactionID(last.rawValue))
    }
    precondition(desk.channel.messages.count == count, "\(desk.channel.messages.count) of \(count) are there")
    stopwatch.keep(desk.channel.messages.count)
    try await desk.client.stop()
  }

  private static func fill(_ count: Int, _ stopwatch: Stopwatch) async throws {
    let desk = try await OutboxDesk()
    try await stopwatch.measureWaiting { for _ in 0..<count { _ = try await desk.write() } }
    precondition(desk.channel.messages.count == count, "\(desk.channel.messages.count) of \(count) are there")
    stopwatch.keep(desk.channel.messages.count)
  }
}

/// A client that is not started, with an empty channel and the channel list open.
private final class OutboxDesk {
  let client: ChatClient
  let channel: ChannelController
  private let list: ChannelListController

  init() async throws {
    let long = try await LongChannel(length: 0)
    client = long.client()
    channel = client.channelController(for: LongChannel.id)
    list = ChannelListController(client: client)
    try await channel.synchronize()
    try await list.synchronize()
  }

  func write() async throws -> MessageID {
    try await channel.createNewMessage(text: "one of many, written on a train")
  }
}
