public import ChatDomain

/// Channels that go on in others.
extension InMemoryChatService {
  /// Lets a channel go on in another one: nothing can be said in it any more, and all its members are told.
  ///
  /// - Parameters:
  ///   - id: the channel that ends.
  ///   - successor: the one that takes its place.
  ///   - author: the member who wants it so.
  public func replace(
    _ id: ChannelID, by successor: ChannelID, author: UserID
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let old = try state.room(id, for: author)
      let new = try state.room(successor)
      guard old != new else { throw .refused(.invalid("a channel as its own successor")) }
      state.rooms[old].channel.successor = successor
      state.rooms[new].channel.predecessor = id
      for room in [old, new] {
        let updatedAt = state.rooms[room].channel.updatedAt
        state.rooms[room].channel.updatedAt = max(state.now, updatedAt + .microseconds(1))
        state.events.send(.channelUpdated(state.rooms[room].channel), to: state.rooms[room].members)
      }
      let name = state.users.known(author).displayName
      state.announce("\(name) replaced the channel by another one", by: author, in: old)
    }
    announcements.setSendingRefusal(.channelReplaced(by: successor), in: id)
  }
}
