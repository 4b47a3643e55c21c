import ChatDomain
import DraftEngine

/// A naive model of a store: arrays that are searched linearly, newest last.
struct NaiveContents: Sendable {
  var drafts: [StoredDraft] = []
  var history: [DraftHistoryEntry] = []
  var outbox: [OutboxEntry] = []
  var token: EventToken?
  var session: SessionState?
  var channels: [ChannelSummary] = []
  var messages: [Message] = []

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft):
      drafts.removeAll { $0.key == draft.key }
      drafts.append(draft)
    case .deleteDraft(let key): drafts.removeAll { $0.key == key }
    case .addHistory(let entry): history.append(entry)
    case .trimHistory(let limits): history = history.suffix(limits.keptCount(of: history.map(\.at)))
    case .forgetHistory(let key, let text):
      history.removeAll {
        (key == nil || $0.key == key)
          && (text == nil
            || Array($0.elements.text.utf8) == text.map { Array($0.text.utf8) }
              && $0.elements == text)
      }
    case .moveHistory(let old, let new):
      history = history.map {
        DraftHistoryEntry(
          key: $0.key == old ? new : $0.key, elements: $0.elements, reason: $0.reason, at: $0.at)
      }
    case .saveOutbox(let entry):
      outbox.removeAll { $0.transactionId == entry.transactionId }
      outbox.append(entry)
    case .deleteOutbox(let id): outbox.removeAll { $0.transactionId == id }
    case .saveEventToken(let newest): token = newest
    case .saveSession(let newest): session = newest
    case .cacheChannels(let summaries):
      for summary in summaries {
        channels.removeAll { $0.id == summary.id }
        channels.append(summary)
      }
    case .forgetChannel(let id):
      channels.removeAll { $0.id == id }
      messages.removeAll { $0.channelId == id }
    case .cacheMessages(let newMessages):
      for message in newMessages { keep(message) }
    case .updateMessage(let message):
      if let known = messages.first(where: { $0.id == message.id && $0.channelId == message.channelId }) {
        keep(known.updated(by: message))
      } else {
        changeQuotes(of: message.id, in: message.channelId) { $0.updated(by: QuotedMessage(message)) }
      }
    case .deleteMessage(let event):
      if event.isHard {
        apply(.forgetMessage(event.messageId, event.channelId))
      } else {
        messages = messages.map {
          $0.id == event.messageId && $0.channelId == event.channelId
            ? $0.deleted(at: event.deletedAt) : $0
        }
      }
      changeQuotes(of: event.messageId, in: event.channelId) { $0.deleted }
    case .forgetMessage(let id, let channel):
      messages.removeAll { $0.id == id && $0.channelId == channel }
    }
  }

  private mutating func keep(_ message: Message) {
    var message = message
    for known in messages where known.channelId == message.channelId {
      if known.id == message.id, let quoted = known.quoted {
        message.quoted = message.quoted?.updated(by: quoted)
      }
      message.quoted = message.quoted?.updated(by: QuotedMessage(known))
    }
    messages.removeAll { $0.id == message.id && $0.channelId == message.channelId }
    messages.append(message)
    changeQuotes(of: message.id, in: message.channelId) { $0.updated(by: QuotedMessage(message)) }
  }

  private mutating func changeQuotes(
    of id: MessageID, in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage
  ) {
    for index in messages.indices where messages[index].channelId == channel {
      if let quoted = messages[index].quoted, quoted.id == id { messages[index].quoted = change(quoted) }
    }
  }

  var newestDrafts: [StoredDraft] {
    drafts.sorted { left, right in
      if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
      if left.key.channelId != right.key.channelId { return left.key.channelId < right.key.channelId }
      return (left.key.parentId?.rawValue ?? "") < (right.key.parentId?.rawValue ?? "")
    }
  }

  /// Latest first; at equal times the one added last first.
  func latestHistory(for key: DraftKey?) -> [DraftHistoryEntry] {
    history.enumerated().filter { key == nil || $0.element.key == key }
      .sorted { ($0.element.at, $0.offset) > ($1.element.at, $1.offset) }.map(\.element)
  }

  func latestMessages(in channel: ChannelID, limit: Int) -> [Message] {
    Array(
      messages.filter { $0.channelId == channel }
        .sorted { ($0.timetoken?.rawValue ?? .max) < ($1.timetoken?.rawValue ?? .max) }.suffix(limit))
  }
}

/// The naive model as a store.
actor NaiveStore: LocalStore {
  private var contents = NaiveContents()
  private var failure: StoreError?

  func failWriting(with error: StoreError?) { failure = error }

  func perform(_ changes: [StoreChange]) throws(StoreError) {
    if let failure { throw failure }
    for change in changes { contents.apply(change) }
  }

  func draft(for key: DraftKey) throws(StoreError) -> StoredDraft? {
    contents.drafts.first { $0.key == key }
  }
  func drafts() throws(StoreError) -> [StoredDraft] { contents.newestDrafts }
  func draftHistory(for key: DraftKey?, limit: Int) throws(StoreError) -> [DraftHistoryEntry] {
    Array(contents.latestHistory(for: key).prefix(limit))
  }
  func outbox() throws(StoreError) -> [OutboxEntry] { contents.outbox.sorted { $0.sequence < $1.sequence } }
  func eventToken() throws(StoreError) -> EventToken? { contents.token }
  func session() throws(StoreError) -> SessionState? { contents.session }
  func cachedChannels(from offset: Int, limit: Int) throws(StoreError) -> [ChannelSummary] {
    let sorted = contents.channels.sorted { ($1.lastActivity, $0.id) < ($0.lastActivity, $1.id) }
    return Array(sorted.dropFirst(offset).prefix(limit))
  }
  func cachedMessages(in channel: ChannelID, limit: Int) throws(StoreError) -> [Message] {
    contents.latestMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) throws(StoreError) -> Message? {
    let messages = contents.latestMessages(in: channel, limit: .max)
    return messages.first { $0.id == id } ?? messages.first { $0.transactionId?.rawValue == id.rawValue }
  }
}
