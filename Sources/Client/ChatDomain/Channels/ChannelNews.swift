/// What is unread in a channel, told apart by what it is to the user.
public struct ChannelNews: Hashable, Sendable {
  /// How many messages call for the user because they mention them.
  public private(set) var mentions = 0
  /// How many messages call for the user, mentions among them.
  public private(set) var notifications = 0
  /// How many messages are new and call for nobody.
  public private(set) var merelyNew = 0
  /// Whether the user marked it as unread.
  public private(set) var isMarked = false

  /// Nothing is unread.
  public init() {}

  /// What is unread at a position, with what the user wants of the channel.
  public init(_ reading: ReadPosition, _ level: NotificationLevel) {
    // A count of the service may have mentions that it does not count as unread, or not yet.
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

  /// So many that call for the user and mention nobody.
  public init(notifications: Int) { self.notifications = notifications }

  /// Whether there is nothing at all.
  public var isEmpty: Bool { self == ChannelNews() }
  /// Whether something calls for the user; what they marked themselves does.
  public var isCalling: Bool { notifications > 0 || isMarked }

  /// Adds what is unread elsewhere.
  public mutating func add(_ other: ChannelNews) {
    mentions += other.mentions
    notifications += other.notifications
    merelyNew += other.merelyNew
    isMarked = isMarked || other.isMarked
  }
}
