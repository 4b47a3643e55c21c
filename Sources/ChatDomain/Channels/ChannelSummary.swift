/// A channel as a list of channels needs it, for the person who asked.
public struct ChannelSummary: Identifiable, Hashable, Sendable {
  public var channel: Channel
  public var memberCount: Int
  /// The other person of a direct channel.
  public var partner: User?
  /// The last message that was not deleted for good.
  public var lastMessage: Message?
  public var reading: ReadPosition

  public var id: ChannelID { channel.id }

  /// When something last happened here: what channels are sorted by.
  public var lastActivity: Timestamp { max(channel.createdAt, lastMessage?.createdAt ?? channel.createdAt) }

  public init(
    channel: Channel, memberCount: Int, partner: User? = nil, lastMessage: Message? = nil,
    reading: ReadPosition
  ) {
    self.channel = channel
    self.memberCount = memberCount
    self.partner = partner
    self.lastMessage = lastMessage
    self.reading = reading
  }
}

/// How far a person has read in a channel.
public struct ReadPosition: Hashable, Sendable {
  /// The last message read, or nil when none was.
  public var lastRead: Timetoken?
  /// How many messages of others came after it.
  public var unreadCount: Int
  /// How many of these mention the person.
  public var mentionCount: Int

  public init(lastRead: Timetoken? = nil, unreadCount: Int = 0, mentionCount: Int = 0) {
    self.lastRead = lastRead
    self.unreadCount = unreadCount
    self.mentionCount = mentionCount
  }
}
