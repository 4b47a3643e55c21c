/// What somebody is to a channel, each above the ones before.
public enum MemberRole: String, Hashable, Sendable, CaseIterable, Comparable {
  /// One of those who are in it.
  case member
  /// Keeps order.
  case moderator
  /// May change everything but who owns it.
  case administrator
  /// Made it, and may do everything.
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

/// What a channel may leave to certain roles.
public enum ChannelAct: String, Hashable, Sendable, CaseIterable {
  /// Giving the channel another name.
  case rename
  /// Saying what the channel is about.
  case setTopic
  /// Bringing in other people.
  case invite
  /// Pinning messages, and taking pins off.
  case pin
  /// Mentioning everybody at once.
  case mentionEverybody
  /// Deleting what others said.
  case deleteOthers
}
