import ChatDomain

/// Which messages of a list quote which message.
nonisolated struct QuoteIndex: Sendable {
  private var quoters: [MessageID: Set<MessageID>] = [:]

  /// The ids of the messages that quote a message, in a fixed order.
  func quoters(of quoted: MessageID) -> [MessageID] { quoters[quoted]?.sorted() ?? [] }

  mutating func insert(_ message: Message) {
    if let quoted = message.quoted { quoters[quoted.id, default: []].insert(message.id) }
  }

  mutating func remove(_ message: Message) {
    if let quoted = message.quoted { quoters[quoted.id]?.remove(message.id) }
  }
}
