import ChatDomain
import DraftEngine

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
