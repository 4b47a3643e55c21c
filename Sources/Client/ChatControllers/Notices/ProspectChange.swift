public import ChatDomain

/// A change of a conversation that was begun before its channel existed.
public nonisolated struct ProspectChange: Hashable, Sendable {
  /// What is known now.
  public enum Outcome: Hashable, Sendable {
    /// The other person's profile is known; until then only their id is.
    case named(User)
    /// The channel exists now. The draft, the history and the pending messages have moved into it.
    case made(ChannelID)
  }

  /// The place as it was addressed so far.
  public var prospect: ChannelID
  /// What is known now.
  public var outcome: Outcome
}
