/// Who can come in.
public enum ChannelType: Hashable, Sendable, CaseIterable {
  /// Everybody; typing is not signalled.
  case `public`
  /// Those who were asked in.
  case group
  /// Two people.
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

  /// The name, or the id of a channel that has none.
  public var displayName: String { name ?? id.rawValue }
}

/// What is needed to make a channel.
public struct NewChannel: Hashable, Sendable {
  public var id: ChannelID
  public var name: String?
  public var type: ChannelType
  public var topic: String?
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

/// What is to change about a channel; nil leaves it as it is.
public struct ChannelChange: Hashable, Sendable {
  public var name: String?
  public var topic: String?

  public init(name: String? = nil, topic: String? = nil) {
    self.name = name
    self.topic = topic
  }
}

/// A person in a channel.
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
