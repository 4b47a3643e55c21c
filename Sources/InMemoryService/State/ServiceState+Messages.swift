import ChatDomain
import DraftEngine

/// Messages from a user's point of view.
extension ServiceState {
  func message(_ record: MessageRecord, in room: Int, for viewer: UserID) -> Message {
    let details = record.details
    var message = Message(
      id: record.id, channelId: rooms[room].id,
      parentId: record.isReply ? MessageID(token: record.parent) : nil,
      kind: record.isSystem ? .system : .regular, author: knownUser(record.author),
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
    return message
  }

  /// An existing message, for a member; one of their own also by the id that it had while it was being sent.
  func message(_ id: MessageID, in channel: ChannelID, for user: UserID) throws(ChatError) -> Message {
    let room = try room(channel, for: user)
    if let record = sentRecord(as: TransactionID(id.rawValue), in: room, by: user) {
      return message(record, in: room, for: user)
    }
    return message(try record(id, in: room), in: room, for: user)
  }

  private func sentRecord(as transaction: TransactionID, in room: Int, by user: UserID) -> MessageRecord? {
    guard case .message(room, let token) = desks[user]?.transactions[transaction],
      let record = rooms[room].record(token), record.transactionId == transaction
    else { return nil }
    return record
  }

  func message(at token: UInt64, in room: Int, for user: UserID) -> Message? {
    rooms[room].record(token).map { message($0, in: room, for: user) }
  }

  /// Adds a message to its room and to all counts; sends no events.
  mutating func store(_ record: MessageRecord, in room: Int) {
    let former = rooms[room].activity
    if record.isShownInChannel {
      rooms[room].log.insert(record)
      rooms[room].reading.add(record)
    } else {
      rooms[room].replies.insert(record)
    }
    if let expiresAt = record.details.expiresAt {
      expiries.insert(ExpiryHeap.Entry(expiresAt: expiresAt, room: room, token: record.token))
    }
    if record.isReply { changeThread(under: record.parent, in: room, at: record.token) { $0.add(record) } }
    reorder(room, from: former)
  }

  /// Sends the members the current state of a message.
  @discardableResult
  mutating func announceUpdate(of token: UInt64, in room: Int, for user: UserID) throws(ChatError) -> Message
  {
    let version = makeToken()
    rooms[room].modify(token) { $0.details.version = version }
    guard let record = rooms[room].record(token) else {
      throw .refused(.notFound("message \(MessageID(token: token))"))
    }
    tellMembers(of: room, about: message(record, in: room, for: record.author)) { .messageUpdated($0) }
    return message(record, in: room, for: user)
  }

  /// Sends a message to a room in the name of the service.
  mutating func announce(_ text: String, by user: UserID, in room: Int) {
    guard rooms[room].channel.type != .direct else { return }
    let record = MessageRecord(
      token: makeToken(), createdAt: now, author: user, elements: [.plainText(text: text)],
      traits: [.system, .shownInChannel])
    store(record, in: room)
    tellMembers(of: room, created: record)
  }
}
