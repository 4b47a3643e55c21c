public import ChatDomain

/// A store that lasts as long as the process, with faults when they are asked for.
public actor InMemoryStore: LocalStore {
  private var shelves = StoreShelves()
  /// What goes wrong.
  public private(set) var faults = StoreFaults.none
  /// How many batches were kept.
  public private(set) var batchCount = 0

  public init() {}

  /// From now on other things go wrong.
  public func setFaults(_ faults: StoreFaults) { self.faults = faults }

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if let error = faults.writing {
      guard let batches = faults.batchesBefore, batches > 0 else { throw error }
      faults.batchesBefore = batches - 1
    }
    // Nothing below can fail, so the batch is kept as a whole.
    for change in changes { shelves.apply(change) }
    batchCount += 1
  }

  public func draft(for key: DraftKey) throws(StoreError) -> StoredDraft? { try read().drafts[key] }

  public func drafts() throws(StoreError) -> [StoredDraft] {
    try read().drafts.values.sorted { left, right in
      if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
      if left.key.channelId != right.key.channelId { return left.key.channelId < right.key.channelId }
      return (left.key.parentId?.rawValue ?? "") < (right.key.parentId?.rawValue ?? "")
    }
  }

  public func draftHistory(for key: DraftKey?, limit: Int) throws(StoreError) -> [DraftHistoryEntry] {
    let entries = try read().history.reversed().lazy.filter { key == nil || $0.key == key }
    return Array(entries.prefix(max(0, limit)))
  }

  public func outbox() throws(StoreError) -> [OutboxEntry] {
    try read().outbox.values.sorted {
      ($0.sequence, $0.transactionId) < ($1.sequence, $1.transactionId)
    }
  }

  public func eventToken() throws(StoreError) -> EventToken? { try read().eventToken }

  public func cachedChannels(from offset: Int, limit: Int) throws(StoreError) -> [ChannelSummary] {
    try read().channels.latest(from: offset, limit)
  }

  public func cachedMessages(in channel: ChannelID, limit: Int) throws(StoreError) -> [Message] {
    try read().messages[channel]?.latest(limit) ?? []
  }

  private func read() throws(StoreError) -> StoreShelves {
    if let error = faults.reading { throw error }
    return shelves
  }
}
