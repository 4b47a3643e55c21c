import ChatControllers
import ChatDomain
import InMemoryService
import Measuring

/// A person in very many channels, with a client that listens: what the service does.
enum ChannelRows {
  static func all() -> [Contest] {
    let worlds = [100, 10_000].map { count in
      (count: count, world: Once { try await ManyChannels(count: count) })
    }
    func row(
      _ name: String, note: String? = nil, batch: Int = 16, fewest: Int = 31,
      _ run: @escaping (ManyChannels) async throws -> Int
    ) -> Contest {
      Contest(
        group: "channels", name: name, note: note, fewest: fewest,
        contestants: worlds.map { count, once in
          Contestant(name: "\(count) channels, a draft in each", batch: batch) { stopwatch in
            let world = try await once()
            var sum = 0
            try await stopwatch.measureWaiting { for _ in 0..<batch { sum &+= try await run(world) } }
            stopwatch.keep(sum)
          }
        })
    }
    return [
      row("the first page of 50 channels, each with its draft") { world in
        let page = try await world.ann.channels(ListQuery())
        return page.elements.count { world.client.draftMessage(for: DraftKey(channelId: $0.id)) != nil }
      },
      row("a message is sent in one of them: stored, counted, put in order") { world in
        try await world.send()
        return 1
      },
      row("the same, and the first channel of the list") { world in
        try await world.send()
        return try await world.ann.channels(ListQuery(limit: 1)).elements.count
      },
      row("the first 25 drafts of the service") { world in
        try await world.ann.drafts(DraftListQuery()).elements.count
      },
      row("the same after one of them was saved", batch: 1) { world in
        try await world.saveDraft()
        return try await world.ann.drafts(DraftListQuery()).elements.count
      },
      row("all drafts of this device", note: "linear in what it gives", batch: 1) { world in
        world.client.draftMessages().count
      },
      row("find channels by name", note: "linear in the channels", batch: 1) { world in
        try await world.ann.channels(matching: "99", limit: 10).count
      },
    ]
  }
}
