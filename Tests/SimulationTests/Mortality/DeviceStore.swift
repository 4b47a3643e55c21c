import ChatDomain
import InMemoryService
import Synchronization

/// A device's store that counts what is asked of it, so that the run can see whether something moves.
nonisolated final class DeviceStore: LocalStore {
  let inner = InMemoryStore()
  private let count = Mutex(0)

  var writes: Int { count.withLock { $0 } }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    count.withLock { $0 += 1 }
    try await inner.perform(changes)
    count.withLock { $0 += 1 }
  }

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try await inner.draft(for: key) }
  func drafts() async throws(StoreError) -> [StoredDraft] { try await inner.drafts() }
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    try await inner.draftHistory(for: key, limit: limit)
  }
  func outbox() async throws(StoreError) -> [OutboxEntry] { try await inner.outbox() }
  func eventToken() async throws(StoreError) -> EventToken? { try await inner.eventToken() }
  func session() async throws(StoreError) -> SessionState? { try await inner.session() }
  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary] {
    try await inner.cachedChannels(from: offset, limit: limit)
  }
  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await inner.cachedMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try await inner.cachedMessage(id, in: channel)
  }
}
