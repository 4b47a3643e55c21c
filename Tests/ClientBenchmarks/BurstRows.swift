import ChatControllers
import ChatDomain
import InMemoryService
import Measuring

/// Many messages at once, through the event stream into a client with an open channel.
enum BurstRows {
  static func all() -> [Contest] {
    [
      row("per message into an open channel, 1,000 messages before", [2_000, 20_000]) { count in
        (length: 1_000, count: count, name: "a burst of \(count) messages")
      },
      row("per message into an open channel, a burst of 2,000", [1_000, 1_000_000]) { length in
        (length: length, count: 2_000, name: "\(length) messages there before")
      },
    ]
  }

  private static func row(
    _ name: String, _ sizes: [Int], _ plan: (Int) -> (length: Int, count: Int, name: String)
  ) -> Contest {
    Contest(
      group: "burst", name: name, note: "sending them is not counted", fewest: 7,
      contestants: sizes.map { size in
        let (length, count, name) = plan(size)
        let once = Once { try await LongChannel(length: length, eventLogCapacity: 50_000) }
        return Contestant(name: name, batch: count) { try await receive(count, in: try await once(), $0) }
      })
  }

  /// The messages are sent while Ann is offline. Measured from her reconnection until the last message is in the
  /// timeline and the delegate was called.
  private static func receive(_ count: Int, in channel: LongChannel, _ stopwatch: Stopwatch) async throws {
    let client = channel.client()
    let controller = client.channelController(for: LongChannel.id)
    try await controller.synchronize()
    try await client.start()
    while client.connection != .online { await Task.yield() }
    // The first event gives the client its position in the stream.
    let first = try await channel.send()
    while controller.timeline[first.id] == nil { await Task.yield() }
    await channel.ann.setFaults(.offline)
    while !client.connection.isOffline { await Task.yield() }
    var last: Message?
    for _ in 0..<count { last = try await channel.send() }
    guard let last else { return }
    let lookout = Lookout(for: last.id)
    controller.delegate = lookout
    await channel.ann.setFaults(.none)
    await stopwatch.measureWaiting {
      channel.clock.advance(by: .seconds(60))
      await lookout.wait()
    }
    precondition(lookout.count == count, "\(lookout.count) of \(count) messages came")
    stopwatch.keep(controller.messages.count)
    try await client.stop()
  }
}

/// Waits for a message in a channel and counts the ones before it.
private final class Lookout: ChannelControllerDelegate {
  private(set) var count = 0
  private let last: MessageID
  private var hasCome = false
  private var waiter: CheckedContinuation<Void, Never>?

  init(for last: MessageID) { self.last = last }

  func channelController(_ controller: ChannelController, didReceive message: Message) {
    count += 1
    guard message.id == last else { return }
    hasCome = true
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    guard !hasCome else { return }
    await withCheckedContinuation { waiter = $0 }
  }
}

extension ConnectionState {
  fileprivate var isOffline: Bool {
    if case .offline = self { true } else { false }
  }
}
