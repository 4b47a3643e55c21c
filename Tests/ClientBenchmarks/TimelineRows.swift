import ChatControllers
import ChatDomain
import ChatSync
import InMemoryService
import Measuring

/// A `ChannelController` with its timeline, cache and outbox, as in an app.
enum TimelineRows {
  static func all() -> [Contest] {
    let channels = [1_000, 100_000].map { length in
      (length: length, channel: Once { try await LongChannel(length: length) })
    }
    func row(_ name: String, _ run: @escaping (LongChannel, Stopwatch) async throws -> Void) -> Contest {
      Contest(
        group: "timeline", name: name,
        contestants: channels.map { length, once in
          Contestant(name: "\(length) messages in the channel") { try await run(try await once(), $0) }
        })
    }
    return [
      row("open a channel: newest page, summary and counts") { channel, stopwatch in
        try await open(channel, stopwatch) { try await $0.synchronize() }
      },
      row("write a message, until the service has it") { channel, stopwatch in
        let controller = channel.client().channelController(for: LongChannel.id)
        try await controller.synchronize()
        try await controller.client.start()
        try await stopwatch.measureWaiting {
          let id = try await controller.createNewMessage(text: "hello")
          while controller.timeline.arrivedID(of: id) == nil { await Task.yield() }
        }
        try await controller.client.stop()
        stopwatch.keep(controller.messages.count)
      },
      paging(), reopening(),
    ]
  }

  private static func open(
    _ channel: LongChannel, _ stopwatch: Stopwatch, _ load: (ChannelController) async throws -> Void
  ) async throws {
    let controller = channel.client().channelController(for: LongChannel.id)
    try await stopwatch.measureWaiting { try await load(controller) }
    stopwatch.keep(controller.messages.count)
    try await controller.client.stop()
  }

  /// Loads one more page with few and with many pages shown.
  private static func paging() -> Contest {
    let channel = Once { try await LongChannel(length: 100_000) }
    return Contest(
      group: "timeline", name: "load one older page of 50 into what is shown", fewest: 15,
      contestants: [50, 1_000, 10_000].map { count in
        Contestant(name: "\(count) messages shown") { stopwatch in
          var timeline = MessageTimeline(channelId: LongChannel.id)
          let ann = try await channel().ann
          func load(_ position: MessageQuery.Position, _ limit: Int) async throws -> Page<Message> {
            try await ann.messages(MessageQuery(channelId: LongChannel.id, position: position, limit: limit))
          }
          let mark = timeline.beginLoading()
          _ = timeline.reset(to: try await load(.newest, min(1000, count)), asOf: mark)
          while timeline.messages.count < count, let previous = timeline.previous {
            let mark = timeline.beginLoading()
            _ = timeline.prepend(try await load(.before(previous), 1000), asOf: mark)
          }
          guard let previous = timeline.previous else { return }
          let page = try await load(.before(previous), 50)
          let last = timeline.beginLoading()
          stopwatch.measure { _ = timeline.prepend(page, asOf: last) }
          stopwatch.keep(timeline.messages.count)
        }
      })
  }

  /// A channel with cached messages, as after a day of following it.
  private static func reopening() -> Contest {
    Contest(
      group: "timeline", name: "open a channel of which messages are kept on this device", fewest: 15,
      contestants: [50, 1_000, 20_000].map { count in
        let kept = Once {
          let channel = try await LongChannel(length: 20_000)
          let store = InMemoryStore()
          var position = MessageQuery.Position.newest
          var left = count
          while left > 0 {
            let page = try await channel.ann.messages(
              MessageQuery(channelId: LongChannel.id, position: position, limit: min(1000, left)))
            try await store.perform([.cacheMessages(page.elements)])
            left -= page.elements.count
            guard let previous = page.previous else { break }
            position = .before(previous)
          }
          return (channel: channel, store: store)
        }
        return Contestant(name: "\(count) messages kept") { stopwatch in
          let (channel, store) = try await kept()
          let controller = channel.client(store).channelController(for: LongChannel.id)
          try await stopwatch.measureWaiting { try await controller.synchronize() }
          stopwatch.keep(controller.messages.count)
        }
      })
  }
}
