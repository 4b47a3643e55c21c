import ChatDomain

/// The contents of an in-memory store, as a value.
struct StoreContents: Sendable {
  private(set) var drafts: [DraftKey: StoredDraft] = [:]
  /// By time, the oldest first.
  private(set) var history: [DraftHistoryEntry] = []
  private(set) var outbox: [TransactionID: OutboxEntry] = [:]
  private(set) var eventToken: EventToken?
  private(set) var session: SessionState?
  private(set) var channels = CachedChannels()
  private(set) var messages: [ChannelID: CachedMessages] = [:]

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft): drafts[draft.key] = draft
    case .deleteDraft(let key): drafts[key] = nil
    case .addHistory(let entry): add(entry)
    case .trimHistory(let time, let keeping): trimHistory(before: time, keeping: keeping)
    case .forgetHistory(let key): history.removeAll { key == nil || $0.key == key }
    case .moveHistory(let old, let new):
      // Changed in place, so that entries of the same time keep the order in which they were added.
      for index in history.indices where history[index].key == old { history[index].key = new }
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

  /// Inserts after all entries that are not younger, so that entries of the same time keep the order in which they
  /// came.
  private mutating func add(_ entry: DraftHistoryEntry) {
    var place = history.count
    while place > 0, history[place - 1].at > entry.at { place -= 1 }
    history.insert(entry, at: place)
  }

  private mutating func trimHistory(before time: Timestamp, keeping: Int) {
    let old = history.prefix { $0.at < time }.count
    history.removeFirst(max(old, history.count - max(0, keeping)))
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
