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

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
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

/// An invitation of the current user to a channel that they are not a member of.
public struct Invitation: Identifiable, Hashable, Sendable {
  /// The channel, as far as an invited user may see it.
  public let channel: Channel
  /// The member who sent the invitation.
  public let invitedBy: User
  /// When the invitation arrived; ``ChatService/invitations(_:)`` lists the latest first.
  public let invitedAt: Timestamp
  /// Whether the channel is a space. A space has no messages; accepting opens the channels that it groups.
  public let isSpace: Bool

  /// For a service that lists invitations or reports a new one.
  public init(channel: Channel, invitedBy: User, invitedAt: Timestamp, isSpace: Bool = false) {
    self.channel = channel
    self.invitedBy = invitedBy
    self.invitedAt = invitedAt
    self.isSpace = isSpace
  }

  public var id: ChannelID { channel.id }
}

/// The current user's request to join a channel.
public struct Knock: Identifiable, Hashable, Sendable {
  /// The channel, as far as non-members may see it.
  public let channel: Channel
  /// The reason that the user gave.
  public let reason: String?
  /// When the user asked.
  public let knockedAt: Timestamp

  public var id: ChannelID { channel.id }

  /// For a service that supports requests to join.
  public init(channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}

/// Another user's request to join a channel.
public struct Visitor: Identifiable, Hashable, Sendable {
  /// Identifies the request: a user may ask to join several channels.
  public struct ID: Hashable, Sendable {
    /// The channel that the user asks to join.
    public let channel: ChannelID
    /// The user who asks.
    public let user: UserID

    /// The id of a user's request to join a channel.
    public init(channel: ChannelID, user: UserID) {
      self.channel = channel
      self.user = user
    }
  }

  /// The user who asks.
  public let user: User
  /// The channel that the user asks to join.
  public let channel: Channel
  /// The reason that the user gave.
  public let reason: String?
  /// When the user asked.
  public let knockedAt: Timestamp

  public var id: ID { ID(channel: channel.id, user: user.id) }

  /// For a service that supports requests to join.
  public init(user: User, channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.user = user
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}

/// The limits for the reason of a request to join.
public enum KnockRules {
  /// The maximum length in UTF-8 bytes; a service truncates longer reasons.
  public static let longestReason = 500

  /// The reason without surrounding whitespace, truncated to the maximum length; nil if it is empty.
  public static func reason(_ text: String) -> String? {
    var kept = ""
    for character in text.drop(while: \.isWhitespace) {
      guard kept.utf8.count + character.utf8.count <= longestReason else { break }
      kept.append(character)
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept.isEmpty ? nil : kept
  }
}
