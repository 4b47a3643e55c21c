public import ChatDomain

/// A place the user can go to.
public nonisolated enum Destination: Hashable, Sendable {
  /// A channel, at one of its messages or at its last reading position.
  case channel(ChannelID, message: MessageID? = nil)
  /// A thread, at one of its replies or at its last reading position.
  case thread(DraftKey, reply: MessageID? = nil)
  /// The conversation with a user, which may not exist yet.
  case person(UserID)
}
