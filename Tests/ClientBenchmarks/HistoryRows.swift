import ChatDomain
import InMemoryService
import Measuring

/// What the service does with a long history: none of it but the search may grow.
enum HistoryRows {
  static func all() -> [Contest] {
    let channels = [1_000, 1_000_000].map { length in
      (length: length, channel: Once { try await LongChannel(length: length) })
    }
    func row(
      _ name: String, note: String? = nil, batch: Int = 16, fewest: Int = 31,
      _ run: @escaping (LongChannel) async throws -> Int
    ) -> Contest {
      Contest(
        group: "history", name: name, note: note, fewest: fewest,
        contestants: channels.map { length, once in
          Contestant(name: "\(length) messages", batch: batch) { stopwatch in
            let channel = try await once()
            var sum = 0
            try await stopwatch.measureWaiting { for _ in 0..<batch { sum &+= try await run(channel) } }
            stopwatch.keep(sum)
          }
        })
    }
    return [
      row("the newest page, 50 messages") { channel in
        try await channel.ann.messages(MessageQuery(channelId: LongChannel.id)).elements.count
      },
      row("the page around the first unread message") { channel in
        let query = MessageQuery(channelId: LongChannel.id, position: .firstUnread)
        return try await channel.ann.messages(query).elements.count
      },
      row("four pages towards older messages, one after the other", batch: 4) { channel in
        var page = try await channel.ann.messages(MessageQuery(channelId: LongChannel.id))
        for _ in 0..<4 {
          guard let previous = page.previous else { break }
          page = try await channel.ann.messages(
            MessageQuery(channelId: LongChannel.id, position: .before(previous)))
        }
        return page.elements.count
      },
      row("unread and mention counts") { channel in
        try await channel.ann.channel(LongChannel.id).reading.mentionCount
      },
      row(
        "search for the newest 10 finds, one message in 1,000 has the word",
        note: "linear in the messages looked through, from the newest on", batch: 1, fewest: 15
      ) { channel in
        let query = SearchQuery(text: LongChannel.word, channelId: LongChannel.id, limit: 10)
        return try await channel.ann.search(query).elements.count
      },
      row(
        "search for a word that is nowhere", note: "linear in the messages of the channel", batch: 1,
        fewest: 5
      ) { channel in
        let query = SearchQuery(text: "xyzzy", channelId: LongChannel.id, limit: 10)
        return try await channel.ann.search(query).elements.count
      },
      // The last one, for it makes the history longer.
      row("send a message") { channel in try await channel.send().elements.count },
    ]
  }
}
