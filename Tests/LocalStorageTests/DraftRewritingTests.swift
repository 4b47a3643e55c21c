import ChatDomain
import DraftEngine
import Testing

@testable import LocalStorage

@Suite("A long draft is one record and its later changes")
struct DraftRewritingTests {
  private let folder: TemporaryFolder
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> SQLiteStore { try SQLiteStore(path: folder.path + "/store.db", clock: clock) }

  private func draft(_ text: String) -> StoredDraft {
    StoredDraft(
      key: DraftKey(channelId: "room"), content: DraftContent(elements: [.plainText(text: text)]),
      createdAt: clock.now, updatedAt: clock.now)
  }

  /// Saves a growing text, so that all versions but the first are stored as changes.
  private func grow(_ text: inout String, in store: SQLiteStore) async throws {
    for number in 1...5 {
      text += "more \(number) "
      try await store.perform([.saveDraft(draft(text))])
    }
    #expect(try await store.number("SELECT count(*) FROM draft_change") > 0)
  }

  @Test("Rewritten as a whole after a restart, it has no earlier changes")
  func restarts() async throws {
    var text = String(repeating: "word ", count: 500)
    try await grow(&text, in: try open())
    text = "anew " + text
    try await open().perform([.saveDraft(draft(text))])
    #expect(try await open().drafts().map(\.content.text) == [text])
  }

  @Test("Deleted and rewritten, it is whole")
  func deletes() async throws {
    var text = String(repeating: "word ", count: 500)
    let store = try open()
    try await grow(&text, in: store)
    try await store.perform([.deleteDraft(DraftKey(channelId: "room"))])
    text += "again"
    try await store.perform([.saveDraft(draft(text))])
    #expect(try await open().drafts().map(\.content.text) == [text])
  }
}
