/// Channels that a person marks as unread for later.
public protocol ChatUnreadMarks: Sendable {
  /// Marks a channel as unread whatever was read of it, or takes that back. Only the current user's devices are informed,
  /// with ``ChatEvent/readPositionChanged(channelId:userId:_:)``; ``ChatChannels/markRead(_:upTo:)`` ends it too.
  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition
}
