public import ChatDomain

extension SQLiteStore {
  public func draft(for key: DraftKey) throws(StoreError) -> StoredDraft? {
    try access { () throws(StorageFault) in try draftTable.draft(for: key) }
  }

  public func drafts() throws(StoreError) -> [StoredDraft] {
    try access { () throws(StorageFault) in try draftTable.drafts() }
  }

  public func draftHistory(for key: DraftKey?, limit: Int) throws(StoreError) -> [DraftHistoryEntry] {
    try access { () throws(StorageFault) in try historyTable.latest(for: key, limit: limit) }
  }

  public func outbox() throws(StoreError) -> [OutboxEntry] {
    // Only the owner of the profile may send or take back its outbox.
    if case .lockedBy = refusal { return [] }
    return try access { () throws(StorageFault) in try outboxTable.entries() }
  }

  public func eventToken() throws(StoreError) -> EventToken? {
    try access { () throws(StorageFault) in try markTable.eventToken() }
  }

  public func session() throws(StoreError) -> SessionState? {
    try access { () throws(StorageFault) in try markTable.session() }
  }

  public func cachedChannels(from offset: Int, limit: Int) throws(StoreError) -> [ChannelSummary] {
    try access { () throws(StorageFault) in try cacheTables.channels(from: offset, limit: limit) }
  }

  public func cachedMessages(in channel: ChannelID, limit: Int) throws(StoreError) -> [Message] {
    try access { () throws(StorageFault) in try cacheTables.messages(in: channel, limit: limit) }
  }

  public func cachedMessage(_ id: MessageID, in channel: ChannelID) throws(StoreError) -> Message? {
    try access { () throws(StorageFault) in try cacheTables.message(id, in: channel) }
  }

}
