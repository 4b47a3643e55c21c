import ChatDomain
import DraftEngine

/// The cached messages of one channel, in order: opening the channel needs the latest of them, however many there are.
struct MessageShelf: Sendable {
  private var messages: [MessageID: Message] = [:]
  /// The ids, the oldest first.
  private var order: [MessageID] = []

  subscript(id: MessageID) -> Message? { messages[id] }

  mutating func put(_ message: Message) {
    remove(message.id)
    order.insert(message.id, at: index(of: message))
    messages[message.id] = message
  }

  mutating func remove(_ id: MessageID) {
    guard let message = messages[id] else { return }
    order.remove(at: index(of: message))
    messages[id] = nil
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
