public import ChatDomain
import DraftEngine
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
    let channels = try read().channels.values.sorted { left, right in
      left.lastActivity == right.lastActivity ? left.id < right.id : left.lastActivity > right.lastActivity
    }
    return Array(channels.dropFirst(max(0, offset)).prefix(max(0, limit)))
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

/// The faults of an in-memory store.
public struct StoreFaults: Hashable, Sendable {
  /// The error of all writing; nil: writing works.
  public var writing: StoreError?
  /// The error of all reading; nil: reading works.
  public var reading: StoreError?
  /// The number of batches that succeed before `writing` applies; nil: `writing` applies at once.
  public var batchesBefore: Int?

  /// Without arguments: no faults.
  public init(writing: StoreError? = nil, reading: StoreError? = nil, batchesBefore: Int? = nil) {
    self.writing = writing
    self.reading = reading
    self.batchesBefore = batchesBefore
  }

  /// No faults.
  public static let none = StoreFaults()
  /// No space left.
  public static let full = StoreFaults(writing: .full)
  /// Writing fails, reading works.
  public static let readOnly = StoreFaults(writing: .readOnly)
}

/// The contents of an in-memory store, as a value.
struct StoreContents: Sendable {
  private(set) var drafts: [DraftKey: StoredDraft] = [:]
  /// In the order of adding.
  private var addedHistory: [DraftHistoryEntry] = []
  private(set) var outbox: [TransactionID: OutboxEntry] = [:]
  private(set) var eventToken: EventToken?
  private(set) var session: SessionState?
  private(set) var channels: [ChannelID: ChannelSummary] = [:]
  private(set) var messages: [ChannelID: CachedMessages] = [:]

  mutating func apply(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft): drafts[draft.key] = draft
    case .deleteDraft(let key): drafts[key] = nil
    case .addHistory(let entry): addedHistory.append(entry)
    case .trimHistory(let limits):
      addedHistory.removeFirst(addedHistory.count - limits.keptCount(of: addedHistory.map(\.at)))
    case .forgetHistory(let key, let text):
      addedHistory.removeAll { $0.isForgotten(with: key, only: text) }
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
      for summary in summaries { channels[summary.id] = summary }
    case .forgetChannel(let id):
      channels[id] = nil
      messages[id] = nil
    case .cacheMessages(let kept):
      for message in kept { messages[message.channelId, default: CachedMessages()].save(message) }
    case .updateMessage(let message): messages[message.channelId]?.update(message)
    case .deleteMessage(let event): messages[event.channelId]?.delete(event)
    case .forgetMessage(let id, let channel): messages[channel]?.remove(id)
    }
  }

  /// The entries by time, the oldest first; entries of the same time in the order of adding.
  var history: [DraftHistoryEntry] {
    addedHistory.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(
      \.element)
  }
}

extension Message {
  /// Whether a message comes before another: by the service's time. Messages that the service does not have yet come last, in the
  /// order in which they were written.
  static func isOlder(_ left: Message, _ right: Message) -> Bool {
    switch (left.timetoken, right.timetoken) {
    case (let one?, let other?) where one != other: one < other
    case (_?, nil): true
    case (nil, _?): false
    default: (left.createdAt, left.id) < (right.createdAt, right.id)
    }
  }
}

/// The cached messages of one channel, in order: opening the channel needs the latest of them, however many there are.
struct CachedMessages: Sendable {
  private var messages: [MessageID: Message] = [:]
  /// The ids, the oldest first.
  private var order: [MessageID] = []
  private var sent: [TransactionID: MessageID] = [:]
  /// The messages that quote another one, by its id.
  private var quoters: [MessageID: Set<MessageID>] = [:]

  /// The message of this id, or of this transaction.
  subscript(id: MessageID) -> Message? {
    messages[id] ?? sent[TransactionID(id.rawValue)].flatMap { messages[$0] }
  }

  mutating func save(_ message: Message) {
    let message = message.withQuoteUpdated { messages[$0] }
    remove(message.id)
    order.insert(message.id, at: index(of: message))
    messages[message.id] = message
    if let transaction = message.transactionId { sent[transaction] = message.id }
    if let quoted = message.quoted { quoters[quoted.id, default: []].insert(message.id) }
    let own = QuotedMessage(message)
    changeQuotes(of: own.id) { $0.updated(by: own) }
  }

  mutating func update(_ message: Message) {
    if let known = messages[message.id] { save(known.updated(by: message)) }
    let quoted = QuotedMessage(message)
    changeQuotes(of: quoted.id) { $0.updated(by: quoted) }
  }

  mutating func delete(_ event: MessageDeletedEvent) {
    if event.isHard {
      remove(event.messageId)
    } else if let known = messages[event.messageId] {
      save(known.deleted(at: event.deletedAt))
    }
    changeQuotes(of: event.messageId) { $0.deleted }
  }

  mutating func remove(_ id: MessageID) {
    guard let message = messages[id] else { return }
    order.remove(at: index(of: message))
    messages[id] = nil
    if let transaction = message.transactionId { sent[transaction] = nil }
    if let quoted = message.quoted { quoters[quoted.id]?.remove(id) }
  }

  private mutating func changeQuotes(of id: MessageID, _ change: (QuotedMessage) -> QuotedMessage) {
    for quoter in quoters[id] ?? [] {
      guard let quoted = messages[quoter]?.quoted else { continue }
      messages[quoter]?.quoted = change(quoted)
    }
  }

  /// The latest messages, oldest first.
  func latest(_ limit: Int) -> [Message] {
    order.suffix(max(0, limit)).compactMap { messages[$0] }
  }

  /// The first index whose message is not older than this one.
  private func index(of message: Message) -> Int {
    // A new message almost always belongs at the end.
    if let last = order.last, isOlder(last, message) { return order.count }
    return order.partitioningIndex { !isOlder($0, message) }
  }

  private func isOlder(_ id: MessageID, _ message: Message) -> Bool {
    messages[id].map { Message.isOlder($0, message) } ?? false
  }
}
