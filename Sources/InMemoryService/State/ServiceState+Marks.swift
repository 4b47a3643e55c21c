import ChatDomain
import DraftEngine

/// Marks on messages: pins, reactions, and notifications of mentions.
extension ServiceState {
  mutating func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning, by user: UserID
  ) throws(ChatError) -> Message {
    try require(pinning.needs)
    let (room, record) = try standing(id, in: channel, for: user)
    if let pin = record.details.pin, pin.holds(at: now), pin.by == user, pin.expiresAt == pinning.expiresAt {
      return message(record, in: room, for: user)
    }
    let pin = Pin(by: user, at: now, expiresAt: pinning.expiresAt)
    rooms[room].modify(record.token) { $0.details.pin = pin }
    rooms[room].pins.pin(record.token, at: makeToken())
    return try announceUpdate(of: record.token, in: room, for: user)
  }

  mutating func unpin(_ id: MessageID, in channel: ChannelID, by user: UserID) throws(ChatError) -> Message {
    let room = try room(channel, for: user)
    let record = try record(id, in: room)
    let wasPinned = record.details.pin?.holds(at: now) ?? false
    rooms[room].modify(record.token) { $0.details.pin = nil }
    rooms[room].pins.unpin(record.token)
    guard wasPinned else { return try message(id, in: channel, for: user) }
    return try announceUpdate(of: record.token, in: room, for: user)
  }

  mutating func setReaction(_ change: ReactionChange, by user: UserID) throws(ChatError) -> Message {
    guard !change.name.isBlank else { throw .refused(.invalid("an empty reaction")) }
    guard change.user == user else { throw .refused(.notAllowed) }
    let room = try room(change.channelId, for: user)
    if let answer = answer(to: change.transactionId, of: user) { return answer }
    let (_, record) = try standing(change.messageId, in: change.channelId, for: user)
    desks[user, default: Desk()].transactions[change.transactionId] =
      .message(room: room, token: record.token)
    var reactions = record.details.reactions
    guard reactions.set(change.name, change.isOn, by: user) else {
      return message(record, in: room, for: user)
    }
    let changed = reactions
    rooms[room].modify(record.token) { $0.details.reactions = changed }
    return try announceUpdate(of: record.token, in: room, for: user)
  }

  /// Notifies a member that they were mentioned, once for each message; users are not notified of their own mentions.
  mutating func sendMention(_ event: MentionEvent, by user: UserID) throws(ChatError) {
    let room = try room(event.channelId, for: user)
    guard event.by == user else { throw .refused(.notAllowed) }
    if !rooms[room].passing.contains(event.messageId) {
      if let token = event.messageId.token, rooms[room].gone.contains(token) { return }
      let record = try record(event.messageId, in: room)
      guard record.author == user else { throw .refused(.notAllowed) }
    }
    let key = MentionKey(message: event.messageId, user: event.mentioned)
    guard event.mentioned != user, rooms[room].isMember(event.mentioned) else { return }
    guard rooms[room].told.insert(key).inserted else { return }
    tell(event.mentioned, .mentioned(event))
  }

  /// A message that is not deleted.
  private func standing(
    _ id: MessageID, in channel: ChannelID, for user: UserID
  ) throws(ChatError) -> (room: Int, record: MessageRecord) {
    let room = try room(channel, for: user)
    let record = try record(id, in: room)
    guard !record.isDeleted else { throw .refused(.messageDeleted) }
    return (room, record)
  }

  // MARK: Typing

  mutating func setTyping(_ isTyping: Bool, in key: DraftKey, by user: UserID) throws(ChatError) {
    let room = try room(key.channelId, for: user)
    // Public channels do not signal typing.
    guard rooms[room].channel.type != .public else { return }
    guard key.parentId == nil || can(.typesInThreads) else { return }
    guard isTyping else { return stopTyping(of: user, under: key.parentId, in: room) }
    let now = now
    rooms[room].typing = rooms[room].typing.filter { $0.value > now }
    let end = now + configuration.typingLifetime
    rooms[room].typing[TypingKey(user: user, parent: key.parentId)] = end
    tellTyping(true, of: user, under: key.parentId, in: room, until: end)
  }

  mutating func stopTyping(of user: UserID, under parent: MessageID?, in room: Int) {
    let key = TypingKey(user: user, parent: parent)
    guard let end = rooms[room].typing.removeValue(forKey: key), end > now else { return }
    tellTyping(false, of: user, under: parent, in: room, until: now)
  }

  private mutating func tellTyping(
    _ isTyping: Bool, of user: UserID, under parent: MessageID?, in room: Int, until end: Timestamp
  ) {
    tellMembers(
      of: room, but: user,
      .typing(
        TypingEvent(
          channelId: rooms[room].id, parentId: parent, user: knownUser(user), isTyping: isTyping,
          expiresAt: end)))
  }
}
