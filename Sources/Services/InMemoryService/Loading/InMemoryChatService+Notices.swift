public import ChatDomain

/// Channels in which the service itself speaks.
extension InMemoryChatService {
  /// Makes a channel one of the service's notices: its members may only read there.
  public func makeServiceNotices(_ channel: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      state.rooms[room].channel.isServiceNotice = true
      state.rooms[room].channel.updatedAt =
        max(state.now, state.rooms[room].channel.updatedAt + .microseconds(1))
      state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
    }
    announcements.setSendingRefusal(.readOnlyChannel, in: channel)
  }
}
