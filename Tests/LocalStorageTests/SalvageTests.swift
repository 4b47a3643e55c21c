import ChatDomain
import DraftEngine
import Foundation
import Testing

@testable import LocalStorage

@Suite("What is found in a damaged file")
struct SalvageTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func typed(_ text: String) -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  @Test("Of two drafts of one place the one that was begun last stays, and the other goes to the history")
  func twoDrafts() async throws {
    do {
      let store = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil).store
      try await store.perform([typed("begun last")])
      // Rows are known by the types of their columns, in whatever table they are.
      try await store.execute(
        """
        CREATE TABLE twin (
          id INTEGER PRIMARY KEY, channel BLOB, parent BLOB, created INTEGER, head BLOB, record BLOB, background BLOB)
        """)
      try await store.execute(
        "INSERT INTO twin SELECT id + 1, channel, parent, created, head, record, background FROM draft")
      try await store.perform([typed("begun first")])
      try await store.checkpoint()
    }
    var bytes = try folder.bytes(folder.store)
    bytes.replaceSubrange(0..<4096, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: URL(filePath: folder.store))
    let opened = try SQLiteStore.open(profile: folder.profile, clock: clock, system: nil)
    #expect(opened.recovery != nil)
    #expect(try await opened.store.drafts().map(\.content.text) == ["begun last"])
    let history = try await opened.store.draftHistory(for: nil, limit: 9)
    #expect(history.map(\.elements.text) == ["begun first"] && history.map(\.reason) == [.merged])
  }
}
