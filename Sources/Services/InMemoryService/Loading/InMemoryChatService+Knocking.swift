public import ChatDomain

/// Channels that let in whoever asks and is admitted.
extension InMemoryChatService {
  /// From now on people can ask to be let into a channel.
  public func letKnock(on id: ChannelID) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(id)
      state.rooms[room].rules.takesKnocks = true
    }
  }
}
