import ChatDomain
import InMemoryService

/// A store that another session owns at first.
actor InheritedStore: LocalStore {
  /// What its owner writes to.
  let inner = InMemoryStore()
  private var refusal: StoreError? = .lockedBy(process: 7)

  /// The owner ends.
  func release() { refusal = .takenOver }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    if let refusal {
      if refusal == .takenOver { self.refusal = nil }
      throw refusal
    }
    try await inner.perform(changes)
  }

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try await inner.draft(for: key) }
  func drafts() async throws(StoreError) -> [StoredDraft] { try await inner.drafts() }
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    try await inner.draftHistory(for: key, limit: limit)
  }
  func outbox() async throws(StoreError) -> [OutboxEntry] {
    if case .lockedBy = refusal { return [] }
    return try await inner.outbox()
  }
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
