/// Who can join a channel.
public enum ChannelType: Hashable, Sendable, CaseIterable {
  /// Open to everybody; typing is not signalled.
  case `public`
  /// Open to invited users.
  case group
  /// A conversation between two users.
  case direct
}

/// A place where messages are exchanged.
public struct Channel: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  public var name: String?
  public var type: ChannelType
  public var topic: String?
  public let createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    id: ChannelID, name: String? = nil, type: ChannelType, topic: String? = nil, createdAt: Timestamp,
    updatedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.topic = topic
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
  }

  /// The name, or the id if the channel has no name.
  public var displayName: String { name ?? id.rawValue }
}

/// The values needed to create a channel.
public struct NewChannel: Hashable, Sendable {
  /// A wish: a service without the ability `choosesIds` gives the channel another id, and its answer has the real one.
  public var id: ChannelID
  public var name: String?
  public var type: ChannelType
  public var topic: String?
  /// The users who are to be in it beside its maker; a service without the ability `addsMembers` invites them.
  public var members: [UserID]

  public init(
    id: ChannelID, name: String? = nil, type: ChannelType, topic: String? = nil, members: [UserID] = []
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.topic = topic
    self.members = members
  }
}

/// A change to a channel; a nil property stays as it is.
public struct ChannelChange: Hashable, Sendable {
  public var name: String?
  public var topic: String?

  public init(name: String? = nil, topic: String? = nil) {
    self.name = name
    self.topic = topic
  }
}

/// A user's membership in a channel.
public struct Membership: Hashable, Sendable {
  public let channelId: ChannelID
  public let user: User
  public let joinedAt: Timestamp

  public init(channelId: ChannelID, user: User, joinedAt: Timestamp) {
    self.channelId = channelId
    self.user = user
    self.joinedAt = joinedAt
  }
}
