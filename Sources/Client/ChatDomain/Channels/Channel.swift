/// Who can join a channel.
public enum ChannelType: Hashable, Sendable, CaseIterable {
  /// Open to everyone; typing is not signalled.
  case `public`
  /// Open to invited users.
  case group
  /// A conversation between two users.
  case direct
}

/// A place where messages are exchanged.
public struct Channel: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// The channel's name; nil if it has only an id, as many direct channels do. ``displayName`` is never empty.
  public var name: String?
  /// Who can join, and whether typing is signalled.
  public var type: ChannelType
  /// The topic, one sentence that its members can change.
  public var topic: String?
  /// When the service created it.
  public let createdAt: Timestamp
  /// When its name or topic last changed; never before ``createdAt``.
  public var updatedAt: Timestamp
  /// The channel that replaces this one; nil if none does. A replaced channel accepts no more messages.
  public var successor: ChannelID?
  /// The channel that this one replaces. Only set if that channel names this one as its successor, as far as the device knows.
  public var predecessor: ChannelID?
  /// Whether this is the channel for the service's notices to the current user.
  public var isServiceNotice: Bool
  /// Whether new messages here are encrypted. Encryption is never switched off once it is on.
  public var isEncrypted: Bool

  /// For a service that reports a channel. By default, `updatedAt` is `createdAt`.
  public init(
    id: ChannelID, name: String? = nil, type: ChannelType, topic: String? = nil, createdAt: Timestamp,
    updatedAt: Timestamp? = nil, successor: ChannelID? = nil, predecessor: ChannelID? = nil,
    isServiceNotice: Bool = false, isEncrypted: Bool = false
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.topic = topic
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
    self.successor = successor
    self.predecessor = predecessor
    self.isServiceNotice = isServiceNotice
    self.isEncrypted = isEncrypted
  }

  /// The name, or the id if the channel has no name.
  public var displayName: String { name ?? id.rawValue }
}

/// The values needed to create a channel.
public struct NewChannel: Hashable, Sendable {
  /// A requested id. A service without the ability `choosesIds` assigns another, which its answer contains.
  public var id: ChannelID
  /// The name; nil leaves the channel with only its id.
  public var name: String?
  /// Who will be able to join.
  public var type: ChannelType
  /// The initial topic; ``ChannelChange`` can change it later.
  public var topic: String?
  /// The initial members besides the creator. A service without the ability `addsMembers` invites them.
  public var members: [UserID]
  /// Whether its messages are encrypted from the beginning. Needs the ability `encrypts`.
  public var isEncrypted: Bool

  /// The channel to request, for ``ChatService/createChannel(_:)``. Its creator always becomes a member.
  public init(
    id: ChannelID, name: String? = nil, type: ChannelType, topic: String? = nil, members: [UserID] = [],
    isEncrypted: Bool = false
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.topic = topic
    self.members = members
    self.isEncrypted = isEncrypted
  }
}

/// A change to a channel; a nil property stays as it is.
public struct ChannelChange: Hashable, Sendable {
  /// The new name, visible to all members; nil keeps the current one.
  public var name: String?
  /// The new topic, visible to all members; nil keeps the current one.
  public var topic: String?

  /// Properties without an argument stay unchanged.
  public init(name: String? = nil, topic: String? = nil) {
    self.name = name
    self.topic = topic
  }
}

/// A user's membership in a channel.
public struct Membership: Hashable, Sendable {
  /// The channel of which the user is a member.
  public let channelId: ChannelID
  /// The member, with their current name.
  public let user: User
  /// When the user joined.
  public let joinedAt: Timestamp
  /// The member's current role in the channel.
  public let role: MemberRole

  /// For a service that lists members or reports that a user joined.
  public init(channelId: ChannelID, user: User, joinedAt: Timestamp, role: MemberRole = .member) {
    self.channelId = channelId
    self.user = user
    self.joinedAt = joinedAt
    self.role = role
  }
}

/// Who can join a channel.
public enum ChannelAdmission: String, Hashable, Sendable, CaseIterable {
  /// Open to everyone.
  case everybody
  /// Invited users.
  case invitation
  /// Users who asked to join and were accepted.
  case knocking
  /// Members of certain other channels, and invited users.
  case otherMembers
}

/// Identifies a channel to join: its id, or a name that the service resolves.
public struct ChannelAddress: Hashable, Sendable {
  /// The id or the name, as the service spells it.
  public let name: String
  /// Servers that can help to join a channel hosted elsewhere.
  public let servers: [String]

  /// For a service; clients get an address from ``ChatService/address(in:)``.
  public init(name: String, servers: [String] = []) {
    self.name = name
    self.servers = servers
  }
}

/// A channel in a directory, as non-members see it.
public struct ListedChannel: Identifiable, Hashable, Sendable {
  public let id: ChannelID
  /// The address to pass to ``ChatService/join(_:)-(ChannelAddress)``.
  public let address: ChannelAddress
  /// The channel's name.
  public let name: String?
  /// The channel's topic.
  public let topic: String?
  /// The number of members.
  public let memberCount: Int
  /// Who can join.
  public let admission: ChannelAdmission
  /// Whether the current user is a member.
  public let isMember: Bool
  /// Whether it is a space, which groups other channels.
  public let isSpace: Bool
  /// Whether its messages are encrypted, according to the directory.
  public let isEncrypted: Bool

  /// For a service that lists channels.
  public init(
    id: ChannelID, address: ChannelAddress, name: String?, topic: String?, memberCount: Int,
    admission: ChannelAdmission, isMember: Bool, isSpace: Bool = false, isEncrypted: Bool = false
  ) {
    self.id = id
    self.address = address
    self.name = name
    self.topic = topic
    self.memberCount = memberCount
    self.admission = admission
    self.isMember = isMember
    self.isSpace = isSpace
    self.isEncrypted = isEncrypted
  }

  /// The name, or the address if it has none.
  public var displayName: String { name ?? address.name }
}
