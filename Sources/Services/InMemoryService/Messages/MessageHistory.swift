import ChatDomain

/// The messages of one channel, with what is counted in them and what was removed.
struct MessageHistory: Sendable {
  /// The channel's messages, including replies that are also shown in it.
  private(set) var log = OrderedLog<MessageRecord>()
  /// Replies shown only in their thread.
  private(set) var replies = OrderedLog<MessageRecord>()
  private(set) var reading = UnreadCounts()
  var pins = PinList()
  /// Hard-deleted messages, so that deleting one again is no error.
  private var removed: Set<UInt64> = []
  /// Messages that were delivered to the users online and not stored.
  private var unstored: Set<MessageID> = []

  func record(_ token: UInt64) -> MessageRecord? { log[token] ?? replies[token] }

  mutating func insert(_ record: MessageRecord) {
    if record.isShownInChannel {
      log.insert(record)
      reading.add(record)
    } else {
      replies.insert(record)
    }
  }

  /// Changes a message, whether it is in the channel's log or among the replies. What is counted stays the same.
  mutating func modify(_ token: UInt64, _ change: (inout MessageRecord) -> Void) {
    if log.modify(token, change) == nil { replies.modify(token, change) }
  }

  /// Puts an edited message in the place of the one before, and counts its mentions.
  mutating func replace(_ record: MessageRecord, by edited: MessageRecord) {
    if record.isShownInChannel { reading.remove(record) }
    modify(record.token) { $0 = edited }
    if record.isShownInChannel { reading.add(edited) }
  }

  /// Removes a message's content, and keeps its place.
  mutating func empty(_ record: MessageRecord, at time: Timestamp) {
    pins.unpin(record.token)
    reading.remove(record)
    modify(record.token) { $0.delete(at: time) }
  }

  /// Removes a message with its place.
  mutating func remove(_ record: MessageRecord) {
    pins.unpin(record.token)
    reading.remove(record)
    if log.remove(record.token) == nil { replies.remove(record.token) }
    removed.insert(record.token)
  }

  /// Whether there was a message with this id, of which not even the place is left.
  func wasRemoved(_ id: MessageID) -> Bool { id.token.map(removed.contains) ?? false }

  func wasUnstored(_ id: MessageID) -> Bool { unstored.contains(id) }

  mutating func addUnstored(_ id: MessageID) { unstored.insert(id) }
}
