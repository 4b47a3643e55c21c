import ChatDomain

/// The contents of an in-memory store, as a value.
struct StoreContents: Sendable {
  private(set) var drafts: [DraftKey: StoredDraft] = [:]
  /// In the order of adding.
  private var addedHistory: [DraftHistoryEntry] = []
  private(set) var outbox: [TransactionID: OutboxEntry] = [:]
  private(set) var eventToken: EventToken?
  private(set) var session: SessionState?
  private(set) var channels = CachedChannels()
  private(set) var messages: [ChannelID: CachedMessages] = [:]

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft): drafts[draft.key] = draft
    case .deleteDraft(let key): drafts[key] = nil
    case .addHistory(let entry): addedHistory.append(entry)
    case .trimHistory(let limits):
      addedHistory.removeFirst(addedHistory.count - limits.keptCount(of: addedHistory.map(\.at)))
    case .forgetHistory(let key): addedHistory.removeAll { key == nil || $0.key == key }
    case .moveHistory(let old, let new):
      // Changed in place, so that entries of the same time keep the order in which they were added.
      for index in addedHistory.indices where addedHistory[index].key == old {
        addedHistory[index].key = new
      }
    case .saveOutbox(let entry): outbox[entry.transactionId] = entry
    case .deleteOutbox(let transaction): outbox[transaction] = nil
    case .saveEventToken(let token): eventToken = token
    case .saveSession(let newest): session = newest
    case .cacheChannels(let summaries):
      for summary in summaries { channels.save(summary) }
    case .forgetChannel(let id):
      channels.remove(id)
      messages[id] = nil
    case .cacheMessages(let kept):
      for message in kept { messages[message.channelId, default: CachedMessages()].save(message) }
    case .updateMessage(let message): messages[message.channelId]?.update(message)
    case .deleteMessage(let event): messages[event.channelId]?.delete(event)
    case .forgetMessage(let id, let channel): messages[channel]?.remove(id)
    }
  }

  /// By time, the oldest first; entries of the same time in the order of adding.
  var history: [DraftHistoryEntry] {
    addedHistory.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
      \.element)
  }
}

extension Message {
  /// By the service's time; messages the service does not have yet come last, in the order in which they were written.
  static func isOlder(_ left: Message, _ right: Message) -> Bool {
    switch (left.timetoken, right.timetoken) {
    case (let one?, let other?) where one != other: one < other
    case (_?, nil): true
    case (nil, _?): false
    default: (left.createdAt, left.id) < (right.createdAt, right.id)
    }
  }
}
