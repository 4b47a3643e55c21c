public import ChatDomain

/// What happened to a conversation that was begun before there was a channel for it.
public nonisolated struct ProspectChange: Hashable, Sendable {
  /// What is known now.
  public enum Outcome: Hashable, Sendable {
    /// Who the person is: until then there is only their id.
    case named(User)
    /// There is a channel. The draft, the history and what waits to be sent have moved into it.
    case made(ChannelID)
  }

  /// The place as it was addressed so far.
  public var prospect: ChannelID
  /// What is known now.
  public var outcome: Outcome
}
