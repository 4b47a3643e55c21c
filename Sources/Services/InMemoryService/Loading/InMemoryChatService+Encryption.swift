public import ChatDomain
public import DraftEngine

/// Encrypted channels. The service has no keys: what others write there it can only pass on.
extension InMemoryChatService {
  /// Makes a channel an encrypted one, to which nothing can be sent from here.
  public func encrypt(_ channel: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      state.rooms[room].channel.isEncrypted = true
      state.rooms[room].channel.updatedAt =
        max(state.now, state.rooms[room].channel.updatedAt + .microseconds(1))
      state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
    }
    announcements.setSendingRefusal(.encryptedChannel, in: channel)
  }

  /// Somebody says something in an encrypted channel with a program that can.
  @discardableResult
  public func sayUnreadably(by author: UserID, in channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      let room = try state.room(channel, for: author)
      let record = MessageRecord(
        token: state.makeToken(), createdAt: state.now, author: author, elements: [],
        traits: [.shownInChannel, .unreadable, .encrypted])
      state.store(record, in: room)
      state.events.sendCreated(record, in: room, to: state.rooms[room].members)
      return record.id
    }
  }

  /// Makes a message readable: its key has come. For the service nothing changes with that, so its version stays.
  public func reveal(
    _ id: MessageID, in channel: ChannelID, _ elements: [MessageElement]
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      let record = try state.record(id, in: room)
      guard record.isUnreadable else { return }
      state.rooms[room].history.modify(record.token) {
        $0.traits.remove(.unreadable)
        $0.body = MessageBody(elements)
      }
      let readable = try state.record(id, in: room)
      let message = state.message(readable, in: room, for: record.author)
      state.events.send(about: message, to: state.rooms[room].members) { .messageUpdated($0) }
    }
  }
}
