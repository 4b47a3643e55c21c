public import ChatDomain

/// What is to be there before anybody comes. None of it is told to anybody, and it is fast: a million messages take
/// seconds.
extension InMemoryChatService {
  /// Makes a person known, or changes what is known of them.
  public func add(_ user: User) { withState { $0.add(user) } }

  /// Says that a person is there although they have no device, or that this is over.
  public func setAlwaysOnline(_ isOnline: Bool, _ user: UserID) {
    withState { state in state.changePresence(of: user) { $0.isAlwaysOnline = isOnline } }
  }

  /// Makes channels as of a time; the creator is a member of each.
  public func load(
    _ channels: [NewChannel], createdBy user: UserID, at time: Timestamp
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      for channel in channels { _ = try state.addRoom(channel, by: user, at: time) }
    }
  }

  /// Puts a message into a channel's history.
  ///
  /// Messages come in the order of their times. One that is older than what the service took last stands behind that
  /// all the same, and keeps its date.
  @discardableResult
  public func load(_ message: HistoricMessage, into channel: ChannelID) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      MessageID(token: try state.load(message, into: try state.room(channel)))
    }
  }

  /// Puts many messages into a channel's history, each made when its turn comes.
  public func load(
    count: Int, into channel: ChannelID, _ message: @Sendable (Int) -> HistoricMessage
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      for number in 0..<count { _ = try state.load(message(number), into: room) }
    }
  }
}
