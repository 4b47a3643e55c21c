/// The role of a member in a channel, in ascending order of rights.
public enum MemberRole: String, Hashable, Sendable, CaseIterable, Comparable {
  /// An ordinary member.
  case member
  /// Moderates the channel.
  case moderator
  /// May change everything except the owner.
  case administrator
  /// Created the channel, and may do everything.
  case owner

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .member: 0
    case .moderator: 1
    case .administrator: 2
    case .owner: 3
    }
  }
}

/// An action that a channel may restrict to certain roles.
public enum ChannelAct: String, Hashable, Sendable, CaseIterable {
  /// Renaming the channel.
  case rename
  /// Setting the topic.
  case setTopic
  /// Inviting users.
  case invite
  /// Pinning and unpinning messages.
  case pin
  /// Mentioning all members at once.
  case mentionEverybody
  /// Deleting other users' messages.
  case deleteOthers
}
