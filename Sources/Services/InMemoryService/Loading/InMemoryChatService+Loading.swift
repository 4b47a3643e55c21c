public import ChatDomain

/// Loads data before any user connects. No events are sent, and it is fast: a million messages take seconds.
extension InMemoryChatService {
  /// Adds or updates a user.
  public func add(_ user: User) { withState { $0.add(user) } }

  /// Makes a user appear online without a device, or ends that.
  public func setAlwaysOnline(_ isOnline: Bool, _ user: UserID) {
    withState { state in state.changePresence(of: user) { $0.isAlwaysOnline = isOnline } }
  }

  /// Creates channels as of a time; the creator is a member of each.
  public func load(
    _ channels: [NewChannel], createdBy user: UserID, at time: Timestamp
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      for channel in channels {
        _ = try ChannelRequests(of: user).makeRoom(channel, at: time, &state)
      }
    }
  }

  /// Adds a message to a channel's history.
  ///
  /// Messages must come in the order of their times. One that is older than the last accepted message is placed after
  /// it all the same, and keeps its date.
  @discardableResult
  public func load(_ message: HistoricMessage, into channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      MessageID(token: try message.load(into: try state.room(channel), &state))
    }
  }

  /// Adds many messages to a channel's history, each created when its turn comes.
  public func load(
    count: Int, into channel: ChannelID, _ message: @Sendable (Int) -> HistoricMessage
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      for number in 0..<count { _ = try message(number).load(into: room, &state) }
    }
  }
}
