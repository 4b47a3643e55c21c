public import ChatDomain
import Synchronization

/// A store that wraps another one and forwards all requests, so that a test overrides only those that it changes.
public protocol WrappedStore: LocalStore {
  var wrapped: any LocalStore { get }
}

extension WrappedStore {
  public func perform(_ changes: [StoreChange]) async throws(StoreError) {
    try await wrapped.perform(changes)
  }
  public func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? {
    try await wrapped.draft(for: key)
  }
  public func drafts() async throws(StoreError) -> [StoredDraft] { try await wrapped.drafts() }
  public func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    try await wrapped.draftHistory(for: key, limit: limit)
  }
  public func outbox() async throws(StoreError) -> [OutboxEntry] { try await wrapped.outbox() }
  public func eventToken() async throws(StoreError) -> EventToken? { try await wrapped.eventToken() }
  public func session() async throws(StoreError) -> SessionState? { try await wrapped.session() }
  public func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary] {
    try await wrapped.cachedChannels(from: offset, limit: limit)
  }
  public func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await wrapped.cachedMessages(in: channel, limit: limit)
  }
  public func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try await wrapped.cachedMessage(id, in: channel)
  }
}

/// One run of a client. After its end, which simulates a crash, its remaining tasks no longer reach the store, the
/// service or the clock.
public final class Life: Sendable {
  private let ended = Mutex(false)
  private let noted = Mutex<[String]>([])

  public init() {}

  public var isOver: Bool { ended.withLock { $0 } }

  public func end() { ended.withLock { $0 = true } }

  /// The outcomes of the last requests, for the report of a failure.
  public var outcomes: [String] { noted.withLock { $0 } }

  public func note(_ outcome: String) { noted.withLock { $0 = $0.suffix(11) + [outcome] } }
}

/// The store of one life.
public struct MortalStore: WrappedStore {
  private let life: Life
  public let wrapped: any LocalStore

  public init(life: Life, store: any LocalStore) {
    self.life = life
    wrapped = store
  }

  public func perform(_ changes: [StoreChange]) async throws(StoreError) {
    try check()
    try await wrapped.perform(changes)
    try check()
  }

  private func check() throws(StoreError) {
    if life.isOver { throw .notPermitted(path: "a run that is over") }
  }
}
