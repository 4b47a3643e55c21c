import ChatDomain
import DraftEngine

/// Carries out what a user does to messages without changing their words: pins, reactions, notifications of mentions.
struct MarkRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning, _ state: inout ServiceState
  ) throws(ChatError) -> Message {
    try state.require(pinning.needs)
    let room = try state.room(channel, for: user)
    try state.check(.pin, by: user, in: room)
    let record = try undeleted(id, in: room, state)
    if let pin = record.details.pin, pin.holds(at: state.now), pin.by == user,
      pin.expiresAt == pinning.expiresAt
    {
      return state.message(record, in: room, for: user)
    }
    let pin = Pin(by: user, at: state.now, expiresAt: pinning.expiresAt)
    state.rooms[room].history.modify(record.token) { $0.details.pin = pin }
    state.rooms[room].history.pins.pin(record.token, at: state.makeToken())
    return try state.sendUpdate(of: record.token, in: room, for: user)
  }

  func unpin(
    _ id: MessageID, in channel: ChannelID, _ state: inout ServiceState
  ) throws(ChatError) -> Message {
    let room = try state.room(channel, for: user)
    try state.check(.pin, by: user, in: room)
    let record = try state.record(id, in: room)
    let wasPinned = record.details.pin?.holds(at: state.now) ?? false
    state.rooms[room].history.modify(record.token) { $0.details.pin = nil }
    state.rooms[room].history.pins.unpin(record.token)
    guard wasPinned else { return try HistoryQueries(of: user).message(id, in: channel, state) }
    return try state.sendUpdate(of: record.token, in: room, for: user)
  }

  func setReaction(_ change: ReactionChange, _ state: inout ServiceState) throws(ChatError) -> Message {
    guard !change.name.isBlank else { throw .refused(.invalid("an empty reaction")) }
    guard change.user == user else { throw .refused(.notAllowed) }
    let room = try state.room(change.channelId, for: user)
    if let answer = MessageRequests(of: user).answer(to: change.transactionId, state) { return answer }
    let record = try undeleted(change.messageId, in: room, state)
    state.transactions[change.transactionId, of: user] = .message(room: room, token: record.token)
    var reactions = record.details.reactions
    guard reactions.set(change.name, change.isOn, by: user) else {
      return state.message(record, in: room, for: user)
    }
    let changed = reactions
    state.rooms[room].history.modify(record.token) { $0.details.reactions = changed }
    state.noteInbox(reaction: change.name, change.isOn, to: record, by: user, in: room)
    return try state.sendUpdate(of: record.token, in: room, for: user)
  }

  /// Notifies a member that they were mentioned, once for each message; users are not notified of their own mentions.
  func sendMention(_ event: MentionEvent, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(event.channelId, for: user)
    guard event.by == user else { throw .refused(.notAllowed) }
    let history = state.rooms[room].history
    if !history.wasUnstored(event.messageId) {
      if history.wasRemoved(event.messageId) { return }
      let record = try state.record(event.messageId, in: room)
      guard record.author == user else { throw .refused(.notAllowed) }
    }
    let key = MentionKey(message: event.messageId, user: event.mentioned)
    guard event.mentioned != user, state.rooms[room].isMember(event.mentioned) else { return }
    guard state.rooms[room].notified.insert(key).inserted else { return }
    state.events.send(.mentioned(event), to: event.mentioned)
  }

  private func undeleted(
    _ id: MessageID, in room: Int, _ state: ServiceState
  ) throws(ChatError) -> MessageRecord {
    let record = try state.record(id, in: room)
    guard !record.isDeleted else { throw .refused(.messageDeleted) }
    return record
  }
}
