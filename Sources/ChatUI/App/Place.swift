public import ChatDomain

/// Somewhere a person can go.
public nonisolated enum Place: Hashable, Sendable {
  /// A channel, at one of its messages or where it was left.
  case channel(ChannelID, message: MessageID? = nil)
  /// A thread, at one of its replies or where it was left.
  case thread(DraftKey, reply: MessageID? = nil)
  /// The conversation with a person, which may not exist yet.
  case person(UserID)
}
