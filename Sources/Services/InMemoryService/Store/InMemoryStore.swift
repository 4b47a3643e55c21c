public import ChatDomain
import Synchronization

/// A store that lasts as long as the process, with faults on request.
///
/// It answers on the caller's thread: changes are saved immediately.
public final class InMemoryStore: LocalStore {
  private struct Contents {
    var stored = StoreContents()
    var faults = StoreFaults.none
    var batchCount = 0
  }

  private let contents = Mutex(Contents())

  /// An empty store.
  public init() {}

  /// The current faults.
  public var faults: StoreFaults { contents.withLock { $0.faults } }
  /// The number of saved batches.
  public var batchCount: Int { contents.withLock { $0.batchCount } }

  /// Changes the faults.
  public func setFaults(_ faults: StoreFaults) { contents.withLock { $0.faults = faults } }

  public func perform(_ changes: [StoreChange]) async throws(StoreError) {
    let failure = contents.withLock { contents -> StoreError? in
      if let error = contents.faults.writing {
        guard let batches = contents.faults.batchesBefore, batches > 0 else { return error }
        contents.faults.batchesBefore = batches - 1
      }
      // Nothing below can fail, so the batch is saved as a whole.
      for change in changes { contents.stored.apply(change) }
      contents.batchCount += 1
      return nil
    }
    if let failure { throw failure }
  }

  public func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft? { try read().drafts[key] }

  public func drafts() async throws(StoreError) -> [StoredDraft] {
    try read().drafts.values.sorted { left, right in
      left.createdAt == right.createdAt ? left.key < right.key : left.createdAt > right.createdAt
    }
  }

  public func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry] {
    let entries = try read().history.reversed().lazy.filter { key == nil || $0.key == key }
    return Array(entries.prefix(max(0, limit)))
  }

  public func outbox() async throws(StoreError) -> [OutboxEntry] {
    try read().outbox.values.sorted {
      ($0.sequence, $0.transactionId) < ($1.sequence, $1.transactionId)
    }
  }

  public func eventToken() async throws(StoreError) -> EventToken? { try read().eventToken }

  public func session() async throws(StoreError) -> SessionState? { try read().session }

  public func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary] {
    try read().channels.latest(from: offset, limit)
  }

  public func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try read().messages[channel]?.latest(limit) ?? []
  }

  public func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    try read().messages[channel]?[id]
  }

  private func read() throws(StoreError) -> StoreContents {
    let (stored, error) = contents.withLock { ($0.stored, $0.faults.reading) }
    if let error { throw error }
    return stored
  }
}
