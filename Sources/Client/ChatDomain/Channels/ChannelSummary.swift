/// A channel as it appears in a list of channels, from the current user's point of view.
public struct ChannelSummary: Identifiable, Hashable, Sendable {
  /// The state that all users share.
  public var channel: Channel
  /// The number of members, including the current user.
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

  /// For a service that lists channels, and for a store that returns cached ones.
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

  /// Without arguments: the position in an empty channel.
  public init(
    lastRead: Timetoken? = nil, unreadCount: Int = 0, mentionCount: Int = 0, isMarkedUnread: Bool = false
  ) {
    self.lastRead = lastRead
    self.unreadCount = unreadCount
    self.mentionCount = mentionCount
    self.isMarkedUnread = isMarkedUnread
  }
}

/// The user's list order and notification preferences for a channel. All of the user's devices share them.
public struct ChannelPreferences: Hashable, Sendable {
  /// Whether the channel is listed before the others.
  public var isFavourite: Bool
  /// Which new messages notify the user, with a badge and a notification.
  public var notifications: NotificationLevel
  /// Increases with every change that this device receives, so that late answers and events are recognized. The count may
  /// differ between devices.
  public var revision: UInt64

  /// Without arguments: the preferences of a channel that was never configured.
  public init(
    isFavourite: Bool = false, notifications: NotificationLevel = .all, revision: UInt64 = 0
  ) {
    self.isFavourite = isFavourite
    self.notifications = notifications
    self.revision = revision
  }
}

/// A change to the user's preferences for a channel; a nil property stays as it is.
public struct ChannelPreferencesChange: Hashable, Sendable {
  /// Whether to list the channel before the others.
  public var isFavourite: Bool?
  /// Which new messages should notify the user.
  public var notifications: NotificationLevel?

  /// Properties without an argument stay unchanged.
  public init(isFavourite: Bool? = nil, notifications: NotificationLevel? = nil) {
    self.isFavourite = isFavourite
    self.notifications = notifications
  }
}

/// Which new messages of a channel notify the user.
public enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case all
  /// Messages that mention the user; others only count as new.
  case mentions
  /// None, not even mentions.
  case nothing
}

/// The unread messages of a channel, by their importance to the user.
public struct ChannelNews: Hashable, Sendable {
  /// The number of messages that notify the user with a mention.
  public private(set) var mentions = 0
  /// The number of messages that notify the user, including mentions.
  public private(set) var notifications = 0
  /// The number of new messages that do not notify the user.
  public private(set) var merelyNew = 0
  /// Whether the user marked a channel as unread.
  public private(set) var isMarked = false

  /// Nothing is unread.
  public init() {}

  /// The unread messages at a read position, for a notification level.
  public init(_ reading: ReadPosition, _ level: NotificationLevel) {
    // A service may report more mentions than unread messages.
    let unread = max(reading.unreadCount, reading.mentionCount)
    switch level {
    case .all: (mentions, notifications) = (reading.mentionCount, unread)
    case .mentions:
      (mentions, notifications) = (reading.mentionCount, reading.mentionCount)
      merelyNew = unread - reading.mentionCount
    case .nothing: merelyNew = unread
    }
    isMarked = reading.isMarkedUnread
  }

  /// A number of messages that notify the user without a mention.
  public init(notifications: Int) { self.notifications = notifications }

  /// Whether nothing is unread or marked.
  public var isEmpty: Bool { self == ChannelNews() }
  /// Whether the channel needs the user's attention: it has notifications, or the user marked it as unread.
  public var isCalling: Bool { notifications > 0 || isMarked }

  /// Adds the unread messages of another channel.
  public mutating func add(_ other: ChannelNews) {
    mentions += other.mentions
    notifications += other.notifications
    merelyNew += other.merelyNew
    isMarked = isMarked || other.isMarked
  }
}

/// Privacy of the user's presence and read receipts, for one account on one device.
public struct ShownActivity: Hashable, Sendable {
  /// Who sees how far the user has read.
  public enum Receipts: String, Hashable, Sendable, CaseIterable {
    /// All members of the channel.
    case `public`
    /// Only the user's own devices.
    case `private`
    /// No one. The user's other devices learn the position only if the service stores one for them alone.
    case none
  }

  /// The presence shown to others while the program runs.
  public enum OwnPresence: String, Hashable, Sendable, CaseIterable {
    /// Online while a device is connected.
    case online
    /// Online, but not available.
    case unavailable
    /// Offline, even while a device is connected.
    case offline
  }

  /// Who sees how far the user has read.
  public var receipts: Receipts
  /// The presence shown to others while the program runs.
  public var presence: OwnPresence

  /// Without arguments: public receipts, and shown as online.
  public init(receipts: Receipts = .public, presence: OwnPresence = .online) {
    self.receipts = receipts
    self.presence = presence
  }
}
