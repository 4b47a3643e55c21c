import ChatDomain
import DraftEngine
import LocalStorage
import Measuring

/// Reads at program start.
enum OpeningRows {
  static func all() -> [Contest] {
    let few = Once { try await FullStore(drafts: 100, channels: 20, messages: 1_000) }
    let many = Once { try await FullStore(drafts: 10_000, channels: 1_000, messages: 100_000) }
    let sizes = [
      ("100 drafts, 1,000 messages", few), ("10,000 drafts, 100,000 messages", many),
    ]
    return [
      Contest(
        group: "opening", name: "a profile",
        contestants: sizes.map { name, full in
          Contestant(name: name) { stopwatch in
            let full = try await full()
            try await stopwatch.measureWaiting { _ = try await full.folder.open() }
          }
        }),
      Contest(
        group: "opening", name: "all drafts",
        contestants: sizes.map { name, full in
          Contestant(name: name) { stopwatch in
            let store = try await full().open()
            var count = 0
            try await stopwatch.measureWaiting { count = try await store.drafts().count }
            stopwatch.keep(count)
          }
        }),
      Contest(
        group: "opening", name: "the first 50 channels, with the last message of each and 50 drafts",
        contestants: sizes.map { name, full in
          Contestant(name: name) { stopwatch in
            let store = try await full().open()
            var count = 0
            try await stopwatch.measureWaiting {
              for channel in try await store.cachedChannels(from: 0, limit: 50) {
                count += channel.lastMessage?.text.utf8.count ?? 0
                count += try await store.draft(for: DraftKey(channelId: channel.id))?.caret ?? 0
              }
            }
            stopwatch.keep(count)
          }
        }),
      Contest(
        group: "opening", name: "the last 50 messages of a channel",
        contestants: sizes.map { name, full in
          Contestant(name: name) { stopwatch in
            let store = try await full().open()
            var count = 0
            try await stopwatch.measureWaiting {
              count = try await store.cachedMessages(in: FullStore.channel(3), limit: 50).count
            }
            stopwatch.keep(count)
          }
        }),
    ]
  }
}

/// A store after years of use.
final class FullStore {
  let folder: StoreFolder

  static func channel(_ number: Int) -> ChannelID { ChannelID("channel-\(number)") }

  func open() async throws -> SQLiteStore { try await folder.open() }

  init(drafts: Int, channels: Int, messages: Int) async throws {
    folder = try StoreFolder()
    let store = try await folder.open()
    let words = Manuscript(bytes: 20_000, mentions: 0, lines: 250, seed: 24).text.split(separator: "\n")
    let start = Timestamp(seconds: 1_790_000_000)
    var changes: [StoreChange] = []
    for number in 0..<drafts {
      let parent = number < channels ? nil : MessageID("message-\(number)")
      let key = DraftKey(channelId: Self.channel(number % channels), parentId: parent)
      let content = DraftContent(elements: [.plainText(text: String(words[number % words.count]))])
      let time = start + .seconds(number)
      changes.append(
        .saveDraft(
          StoredDraft(
            key: key, content: content, caret: 3, createdAt: time, updatedAt: time,
            ancestor: SyncedDraft(revision: 1, content: content))))
    }
    for number in 0..<messages {
      let message = Message(
        id: MessageID("message-\(number)"), channelId: Self.channel(number % channels),
        author: User(id: UserID("user-\(number % 40)"), name: "Someone"),
        elements: [.plainText(text: String(words[number % words.count]))],
        createdAt: start + .seconds(number),
        timetoken: Timetoken(UInt64(number) + 1))
      changes.append(.cacheMessages([message]))
      guard number >= messages - channels else { continue }
      let channel = Channel(id: message.channelId, name: "Channel \(number)", type: .group, createdAt: start)
      changes.append(
        .cacheChannels([
          ChannelSummary(channel: channel, memberCount: 9, lastMessage: message, reading: ReadPosition())
        ]))
    }
    try await store.perform(changes)
  }
}
