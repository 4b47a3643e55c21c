/// A channel as it appears in a list of channels, from the current user's point of view.
public struct ChannelSummary: Identifiable, Hashable, Sendable {
  /// The part that is the same for all users; the rest is from the current user's point of view.
  public var channel: Channel
  /// How many users are in the channel, the current one included.
  public var memberCount: Int
  /// The other user of a direct channel.
  public var partner: User?
  /// The last message that was not hard-deleted.
  public var lastMessage: Message?
  /// How far the current user has read, and how much is unread.
  public var reading: ReadPosition
  /// The current user's preferences for the channel.
  public var preferences: ChannelPreferences

  public var id: ChannelID { channel.id }

  /// The time of the last activity; channels are sorted by it.
  public var lastActivity: Timestamp { max(channel.createdAt, lastMessage?.createdAt ?? channel.createdAt) }

  /// For a service that lists channels, and for a store that gives back what it cached.
  public init(
    channel: Channel, memberCount: Int, partner: User? = nil, lastMessage: Message? = nil,
    reading: ReadPosition, preferences: ChannelPreferences = ChannelPreferences()
  ) {
    self.channel = channel
    self.memberCount = memberCount
    self.partner = partner
    self.lastMessage = lastMessage
    self.reading = reading
    self.preferences = preferences
  }
}

/// How far a user has read in a channel.
public struct ReadPosition: Hashable, Sendable {
  /// The last message read, or nil if there is none.
  public var lastRead: Timetoken?
  /// The number of messages by others after it.
  public var unreadCount: Int
  /// The number of those that mention the user.
  public var mentionCount: Int
  /// Whether the user marked the channel as unread, regardless of the read position. Reading clears it.
  public var isMarkedUnread: Bool

  /// Without arguments: the channel is empty and nothing was read.
  public init(
    lastRead: Timetoken? = nil, unreadCount: Int = 0, mentionCount: Int = 0, isMarkedUnread: Bool = false
  ) {
    self.lastRead = lastRead
    self.unreadCount = unreadCount
    self.mentionCount = mentionCount
    self.isMarkedUnread = isMarkedUnread
  }
}
