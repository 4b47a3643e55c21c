/// What a device keeps across restarts.
///
/// Changes come in batches, and a batch is kept as a whole or not at all: a draft is deleted in the same batch that
/// puts its message into the outbox.
public protocol LocalStore: Sendable {
  func perform(_ changes: [StoreChange]) async throws(StoreError)

  func draft(for key: DraftKey) async throws(StoreError) -> StoredDraft?
  /// All drafts, the newest created first.
  func drafts() async throws(StoreError) -> [StoredDraft]
  /// What left the composer, the latest first: of one draft, or of all.
  func draftHistory(for key: DraftKey?, limit: Int) async throws(StoreError) -> [DraftHistoryEntry]
  /// What is still to be done, in order.
  func outbox() async throws(StoreError) -> [OutboxEntry]
  /// How far the events were received.
  func eventToken() async throws(StoreError) -> EventToken?
  /// A part of the channels that were kept, those with the latest activity first: opening a list reads its first
  /// page and not all of them.
  func cachedChannels(from offset: Int, limit: Int) async throws(StoreError) -> [ChannelSummary]
  /// The latest messages that were kept of a channel, oldest first.
  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message]
  /// One message, if it was kept.
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message?
}

/// One thing to keep or to forget.
public enum StoreChange: Hashable, Sendable {
  case saveDraft(StoredDraft)
  case deleteDraft(DraftKey)
  case addHistory(DraftHistoryEntry)
  /// Forgets what is older, and the oldest beyond a number.
  case trimHistory(before: Timestamp, keeping: Int)
  /// Forgets all history of one draft, or of all. A store on a disk overwrites it.
  case forgetHistory(DraftKey?)
  /// What left the composer of one place belongs to another from now on: a message whose thread it is got its id from
  /// the service. Both histories become one, by time.
  case moveHistory(from: DraftKey, to: DraftKey)
  case saveOutbox(OutboxEntry)
  case deleteOutbox(TransactionID)
  case saveEventToken(EventToken)
  case cacheChannels([ChannelSummary])
  case forgetChannel(ChannelID)
  case cacheMessages([Message])
  case forgetMessage(MessageID, ChannelID)
}
