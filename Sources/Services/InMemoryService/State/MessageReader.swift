import ChatDomain
import DraftEngine

/// Makes messages and threads of what a channel keeps, as a user sees them now.
struct MessageReader {
  let users: UserDirectory
  let now: Timestamp

  func message(_ record: MessageRecord, in room: ChannelRoom, for viewer: UserID) -> Message {
    let details = record.details
    var message = Message(
      id: record.id, channelId: room.id,
      parentId: record.isReply ? MessageID(token: record.parent) : nil,
      kind: record.isSystem ? .system : .regular, author: users.known(record.author),
      elements: record.body.elements, files: details.files,
      quoted: details.quoted.map { quote($0, in: room) },
      createdAt: record.createdAt, timetoken: Timetoken(record.token),
      version: Timetoken(max(record.token, details.version)),
      pin: details.pin.flatMap { $0.holds(at: now) ? $0 : nil }, isUnreadable: record.isUnreadable,
      isShownInChannel: record.isShownInChannel,
      threadInfo: threadInfo(under: record.token, in: room), reactions: details.reactions,
      transactionId: record.author == viewer ? record.transactionId : nil, extras: details.extras)
    message.editedAt = details.editedAt
    message.deletedAt = details.deletedAt
    message.isEditable = record.isEditable
    message.isEncrypted = record.isEncrypted || record.isUnreadable
    return message
  }

  func message(at token: UInt64, in room: ChannelRoom, for viewer: UserID) -> Message? {
    room.history.record(token).map { message($0, in: room, for: viewer) }
  }

  /// A quote with the words that its message has now.
  func quote(_ reference: QuoteReference, in room: ChannelRoom) -> QuotedMessage {
    guard let token = reference.id.token, let record = room.history.record(token), !record.isDeleted else {
      return QuotedMessage(
        id: reference.id, channelId: room.id, author: users.known(reference.author), elements: [],
        isDeleted: true)
    }
    return QuotedMessage(
      id: reference.id, channelId: room.id, author: users.known(record.author),
      elements: record.body.elements,
      version: Timetoken(max(record.token, record.details.version)), isUnreadable: record.isUnreadable)
  }

  // MARK: Threads

  func threadInfo(under parent: UInt64, in room: ChannelRoom) -> ThreadInfo? {
    guard let thread = room.threads[parent] else { return nil }
    return ThreadInfo(
      replyCount: thread.live.count, mostRepliedUsers: thread.mostReplied.map(users.known),
      lastRepliedAt: thread.live.last.flatMap { room.history.record($0)?.createdAt },
      updatedAt: Timetoken(thread.updatedAt))
  }

  func summary(ofThreadUnder parent: UInt64, in room: ChannelRoom, for user: UserID) -> ThreadSummary? {
    guard let thread = room.threads[parent], let message = message(at: parent, in: room, for: user) else {
      return nil
    }
    return ThreadSummary(
      parent: message, lastReply: thread.live.last.flatMap { self.message(at: $0, in: room, for: user) },
      reading: room.readPosition(of: user, inThreadUnder: parent))
  }
}
