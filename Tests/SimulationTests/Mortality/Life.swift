import ChatDomain
import Synchronization

/// One run of a client on a device. Once it is over, nothing that is still running of it reaches the world any more:
/// that is what a crash is.
nonisolated final class Life: Sendable {
  private let ended = Mutex(false)

  var isOver: Bool { ended.withLock { $0 } }

  func end() { ended.withLock { $0 = true } }
}

/// The world's clock as one run sees it.
nonisolated struct MortalClock: ChatClock {
  let life: Life
  let clock: any ChatClock

  var now: Timestamp { clock.now }

  func sleep(until deadline: Timestamp) async throws {
    if life.isOver { throw CancellationError() }
    try await clock.sleep(until: deadline)
    if life.isOver { throw CancellationError() }
  }
}

/// The device's store as one run sees it.
nonisolated struct MortalStore: LocalStore {
  let life: Life
  let store: any LocalStore

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    try check()
    try await store.perform(changes)
    try check()
  }

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try await store.draft(for: key) }
  func drafts() async throws(StoreError) -> [StoredDraft] { try await store.drafts() }
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
    try await store.cachedMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try await store.cachedMessage(id, in: channel)
  }

  private func check() throws(StoreError) {
    if life.isOver { throw .notPermitted(path: "a run that is over") }
  }
}
