package import ChatDomain

/// Updates of messages that are not loaded, or have not arrived yet: an edit, a deletion or a reply can be faster than the
/// message itself. They are kept until the message arrives, as long as there is room.
package nonisolated struct EarlyUpdates: Sendable {
  private struct Key: Hashable {
    let channel: ChannelID
    let message: MessageID
  }

  private struct Item {
    var message: Message?
    var thread: ThreadInfoUpdateEvent?
    var deletion: MessageDeletedEvent?
  }

  private var items: RecentValues<Key, Item>

  /// - Parameter limit: the number of messages with updates; beyond twice as many, the oldest are forgotten.
  package init(limit: Int) { items = RecentValues(limit: limit) }

  package mutating func remember(_ message: Message) {
    change(message.channelId, message.id) { $0.message = $0.message?.updated(by: message) ?? message }
  }

  package mutating func remember(_ event: ThreadInfoUpdateEvent) {
    change(event.channelId, event.targetMessageId) { item in
      if let known = item.thread, !known.isOlder(than: event) { return }
      item.thread = event
    }
  }

  package mutating func remember(_ event: MessageDeletedEvent) {
    change(event.channelId, event.messageId) { item in
      if item.deletion?.isHard != true { item.deletion = event }
    }
  }

  /// A message with all updates so far applied, also to its quote; nil if it was hard-deleted.
  package func upToDate(_ message: Message) -> Message? {
    var message = message
    if let quoted = message.quoted { message.quoted = upToDate(quoted) }
    guard let item = items[Key(channel: message.channelId, message: message.id)] else { return message }
    if item.deletion?.isHard == true { return nil }
    if let update = item.message { message = message.updated(by: update) }
    if let deletion = item.deletion { message = message.deleted(at: deletion.deletedAt) }
    if let thread = item.thread { message.apply(thread) }
    return message
  }

  /// The same, but a hard-deleted message is shown as deleted until it is requested again.
  package func upToDateOrDeleted(_ message: Message) -> Message {
    upToDate(message) ?? message.deleted(at: message.createdAt)
  }

  /// A quote after all updates of its message so far.
  package func upToDate(_ quoted: QuotedMessage) -> QuotedMessage {
    guard let item = items[Key(channel: quoted.channelId, message: quoted.id)] else { return quoted }
    if item.deletion != nil { return quoted.deleted }
    return item.message.map { quoted.updated(by: QuotedMessage($0)) } ?? quoted
  }

  private mutating func change(_ channel: ChannelID, _ message: MessageID, _ body: (inout Item) -> Void) {
    let key = Key(channel: channel, message: message)
    var item = items[key] ?? Item()
    body(&item)
    items.set(item, for: key)
  }
}
