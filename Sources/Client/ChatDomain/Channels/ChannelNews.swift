/// The unread messages of a channel, by their importance to the user.
public struct ChannelNews: Hashable, Sendable {
  /// The number of messages that notify the user with a mention.
  public private(set) var mentions = 0
  /// The number of messages that notify the user, including mentions.
  public private(set) var notifications = 0
  /// The number of new messages that do not notify the user.
  public private(set) var merelyNew = 0
  /// Whether the user marked it as unread.
  public private(set) var isMarked = false

  /// Nothing is unread.
  public init() {}

  /// The unread messages at a read position, for a notification level.
  public init(_ reading: ReadPosition, _ level: NotificationLevel) {
    // A count from the service may include mentions that it does not count as unread, or does not count yet.
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
