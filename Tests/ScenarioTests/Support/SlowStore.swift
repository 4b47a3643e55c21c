import ChatDomain
import InMemoryService

/// A store that takes as long to keep something, and to read the drafts, as a test says.
actor SlowStore: LocalStore {
  private let store: InMemoryStore
  private let clock: ManualClock
  private var delay = Duration.zero
  private var readingDelay = Duration.zero
  private var messagesDelay = Duration.zero

  init(_ store: InMemoryStore, clock: ManualClock) {
    self.store = store
    self.clock = clock
  }

  func take(_ delay: Duration) { self.delay = delay }

  func takeToRead(_ delay: Duration) { readingDelay = delay }

  func takeToReadMessages(_ delay: Duration) { messagesDelay = delay }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    try await pass(delay)
    try await store.perform(changes)
  }

  private func pass(_ delay: Duration) async throws(StoreError) {
    guard delay > .zero else { return }
    do { try await clock.sleep(for: delay) } catch { throw .failed("nobody waits any more") }
  }

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try await store.draft(for: key) }

  func drafts() async throws(StoreError) -> [StoredDraft] {
    try await pass(readingDelay)
    return try await store.drafts()
  }

  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    try await store.draftHistory(for: key, limit: limit)
  }

  func outbox() async throws(StoreError) -> [OutboxEntry] { try await store.outbox() }

  func eventToken() async throws(StoreError) -> EventToken? { try await store.eventToken() }
  func session() async throws(StoreError) -> SessionState? { try await store.session() }

  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary] {
    try await store.cachedChannels(from: offset, limit: limit)
  }

  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await pass(messagesDelay)
    return try await store.cachedMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try await store.cachedMessage(id, in: channel)
  }
}
