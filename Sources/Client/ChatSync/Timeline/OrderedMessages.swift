package import ChatDomain
import DraftEngine

/// The messages to show, in the order of their positions. A message is found by binary search, so a change is cheap even
/// in a long list.
package nonisolated struct OrderedMessages: Sendable {
  package private(set) var messages: [Message] = []
  /// The position of each message, in the same order.
  private(set) var order: [TimelinePosition] = []
  private var positions: [MessageID: TimelinePosition] = [:]
  private(set) var quotes = QuoteIndex()

  func position(of id: MessageID) -> TimelinePosition? { positions[id] }

  package func index(of id: MessageID) -> Int? {
    guard let position = position(of: id) else { return nil }
    let index = firstIndex(notBefore: position)
    return index < order.count && order[index] == position ? index : nil
  }

  package func firstIndex(notBefore position: TimelinePosition) -> Int {
    // Nearly every new message is the newest.
    if let last = order.last, last < position { return order.count }
    return order.partitioningIndex { $0 >= position }
  }

  /// Inserts a message at its position, or replaces the message of the same id.
  ///
  /// - Returns: whether anything changed.
  package mutating func upsert(_ message: Message, at position: TimelinePosition) -> Bool {
    quotes.insert(message)
    if let index = index(of: message.id) {
      if order[index] == position {
        guard messages[index] != message else { return false }
        messages[index] = message
        return true
      }
      messages.remove(at: index)
      order.remove(at: index)
    }
    let index = firstIndex(notBefore: position)
    messages.insert(message, at: index)
    order.insert(position, at: index)
    positions[message.id] = position
    return true
  }

  /// Inserts the leading messages that come before all existing ones, all at once: inserted one by one, each would move
  /// the whole list. The others are left out.
  ///
  /// - Returns: the ids of the inserted messages. None if the messages are not in order.
  mutating func insertAtFront(_ new: some Sequence<Message>) -> Set<MessageID> {
    var front: [(position: TimelinePosition, message: Message)] = []
    for message in new where positions[message.id] == nil {
      guard let token = message.timetoken?.rawValue else { continue }
      let position = TimelinePosition(token: token, id: message.id)
      if let last = front.last?.position, !(last < position) { return [] }
      if let first = order.first, first <= position { break }
      front.append((position, message))
    }
    messages.insert(contentsOf: front.map(\.message), at: 0)
    order.insert(contentsOf: front.map(\.position), at: 0)
    for (position, message) in front { positions[message.id] = position }
    return Set(front.map(\.message.id))
  }

  /// - Returns: whether the message was in the list.
  package mutating func remove(_ id: MessageID) -> Bool {
    guard let index = index(of: id) else { return false }
    quotes.remove(messages[index])
    messages.remove(at: index)
    order.remove(at: index)
    positions[id] = nil
    return true
  }

  mutating func replaceQuote(at index: Int, by quote: QuotedMessage) { messages[index].quoted = quote }
}

/// Finds the messages of a list that quote a message.
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

/// The position of a message: the service's messages are ordered by timetoken, and pending messages come after all of
/// them, in the order of writing.
package nonisolated struct TimelinePosition: Hashable, Comparable, Sendable {
  /// The message's own timetoken; `UInt64.max` for a pending message.
  let token: UInt64
  /// 0 for a message of the service.
  var sequence = 0
  /// A tie-breaker, in case a service issues the same token twice.
  package let id: MessageID

  /// The position of a message that the outbox has yet to send.
  package static func pending(_ send: OutboxEntry) -> TimelinePosition {
    TimelinePosition(token: .max, sequence: send.sequence, id: send.message.id)
  }

  package static func < (left: TimelinePosition, right: TimelinePosition) -> Bool {
    (left.token, left.sequence, left.id) < (right.token, right.sequence, right.id)
  }

  var isLocal: Bool { sequence > 0 }
}
