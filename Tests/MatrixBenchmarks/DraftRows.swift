import ChatDomain
import DraftEngine
import Foundation
import MatrixService
import Measuring

/// Syncing a draft from one device of a person to another.
enum DraftRows {
  /// Two devices: one writes, the other listens.
  private struct Pair {
    let here: MatrixService
    let there: AsyncThrowingStream<EventEnvelope, any Error>
    /// Keeps the listening service alive.
    private let listening: MatrixService
    let key: DraftKey

    init(_ account: LiveAccount) async throws {
      here = account.service(try await account.signIn(as: "HERE"), in: LiveAccount.folder())
      listening = account.service(try await account.signIn(as: "THERE"), in: LiveAccount.folder())
      let room = try await here.channels(ListQuery(limit: 1)).elements[0].id
      key = DraftKey(channelId: room)
      there = try await listening.events(after: nil)
      _ = try await here.events(after: nil)
    }
  }

  static func told(_ account: LiveAccount) -> Contest {
    let pair = Once { try await Pair(account) }
    return Contest(
      group: ServerRows.group, name: "a draft saved here, told there", limit: 400e6, fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let pair = try await pair()
          let text = UUID().uuidString
          let known = try await pair.here.draft(for: pair.key)?.revision ?? 0
          try await ServerRows.rest()
          try await stopwatch.measureWaiting {
            let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
            _ = try await pair.here.saveDraft(
              DraftContent(elements: [.plainText(text: text)]), for: pair.key, over: known,
              dates: DraftDates(createdAt: now, updatedAt: now))
            for try await envelope in pair.there {
              if case .draftUpdated(let update) = envelope.event,
                update.draftMessage.content.text == text
              {
                return
              }
            }
          }
        }
      ])
  }
}
