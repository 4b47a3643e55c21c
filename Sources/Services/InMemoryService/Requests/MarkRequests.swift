import ChatDomain
import DraftEngine

/// A user's pins, reactions and notifications of mentions.
struct MarkRequests {
  let user: UserID

  func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning, _ state: inout ServiceState
  ) throws(ChatError) -> Message {
    try state.require(pinning.needs)
    let room = try state.room(channel, for: user)
    try state.check(.pin, by: user, in: room)
    let message = try undeleted(id, in: room, state)
    if let pin = message.pin, pin.holds(at: state.now), pin.by == user,
      pin.expiresAt == pinning.expiresAt
    {
      return state.present(message, for: user)
    }
    let pin = Pin(by: user, at: state.now, expiresAt: pinning.expiresAt)
    state.rooms[room].history.modify(message.token) { $0.pin = pin }
    let place = state.makeToken()
    state.rooms[room].history.pins[message.token] = place
    return try state.sendUpdate(of: message.token, in: room, for: user)
  }

  func unpin(
    _ id: MessageID, in channel: ChannelID, _ state: inout ServiceState
  ) throws(ChatError) -> Message {
    let room = try state.room(channel, for: user)
    try state.check(.pin, by: user, in: room)
    let message = try state.stored(id, in: room)
    state.rooms[room].history.modify(message.token) { $0.pin = nil }
    state.rooms[room].history.pins[message.token] = nil
    guard let pin = message.pin, pin.holds(at: state.now) else {
      return try HistoryQueries(user: user).message(id, in: channel, state)
    }
    return try state.sendUpdate(of: message.token, in: room, for: user)
  }

  func setReaction(_ change: ReactionChange, _ state: inout ServiceState) throws(ChatError) -> Message {
    guard !change.name.isBlank else { throw .refused(.invalid("an empty reaction")) }
    guard change.user == user else { throw .refused(.notAllowed) }
    let room = try state.room(change.channelId, for: user)
    if let answer = MessageRequests(user: user).answer(to: change.transactionId, state) { return answer }
    let message = try undeleted(change.messageId, in: room, state)
    state.transactions[user, default: [:]][change.transactionId] = .message(room: room, token: message.token)
    var reactions = message.reactions
    guard reactions.set(change.name, change.isOn, by: user) else {
      return state.present(message, for: user)
    }
    let changed = reactions
    state.rooms[room].history.modify(message.token) { $0.reactions = changed }
    state.updateInbox(reaction: change.name, change.isOn, to: message, by: user, in: room)
    return try state.sendUpdate(of: message.token, in: room, for: user)
  }

  /// Notifies a member that they were mentioned, once for each message; users are not notified of their own mentions.
  func sendMention(_ event: MentionEvent, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(event.channelId, for: user)
    guard event.by == user else { throw .refused(.notAllowed) }
    let history = state.rooms[room].history
    if !history.unstored.contains(event.messageId) {
      if history.wasRemoved(event.messageId) { return }
      let message = try state.stored(event.messageId, in: room)
      guard message.author.id == user else { throw .refused(.notAllowed) }
    }
    let key = MentionKey(message: event.messageId, user: event.mentioned)
    guard event.mentioned != user, state.rooms[room].isMember(event.mentioned) else { return }
    guard state.rooms[room].notified.insert(key).inserted else { return }
    state.events.send(.mentioned(event), to: event.mentioned)
  }

  private func undeleted(
    _ id: MessageID, in room: Int, _ state: ServiceState
  ) throws(ChatError) -> Message {
    let message = try state.stored(id, in: room)
    guard !message.isDeleted else { throw .refused(.messageDeleted) }
    return message
  }
}
