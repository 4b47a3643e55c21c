import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@Suite("In-memory store")
struct InMemoryStoreTests {
  private func entry(_ text: String, at seconds: Int64) -> StoreChange {
    .addHistory(
      DraftHistoryEntry(
        key: DraftKey(channelId: "c"), elements: [.plainText(text: text)], reason: .sent,
        at: Timestamp(seconds: seconds)))
  }

  @Test("A failed batch leaves nothing behind")
  func faults() async throws {
    let store = InMemoryStore()
    let draft = StoredDraft(
      key: DraftKey(channelId: "c"), content: DraftContent(elements: [.plainText(text: "x")]),
      createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 1))
    store.setFaults(.full)
    await #expect(throws: StoreError.full) {
      try await store.perform([.saveDraft(draft), entry("a", at: 1)])
    }
    #expect(try await store.drafts().isEmpty)
    store.setFaults(StoreFaults(writing: .readOnly, batchesBefore: 1))
    try await store.perform([.saveDraft(draft)])
    await #expect(throws: StoreError.readOnly) { try await store.perform([.deleteDraft(draft.key)]) }
    #expect(try await store.draft(for: draft.key) == draft)
    store.setFaults(StoreFaults(reading: .failed("broken")))
    await #expect(throws: StoreError.failed("broken")) { try await store.outbox() }
  }
}
