/// What is known of the thread under a message.
public struct ThreadInfo: Hashable, Sendable {
  /// 0: no thread.
  public var replyCount: Int
  /// Those who replied most often, the busiest first; at most five.
  public var mostRepliedUsers: [User]
  public var lastRepliedAt: Timestamp?
  /// Rises with each change of the thread; tells the newer of two.
  public var updatedAt: Timetoken

  public init(replyCount: Int, mostRepliedUsers: [User], lastRepliedAt: Timestamp?, updatedAt: Timetoken) {
    self.replyCount = replyCount
    self.mostRepliedUsers = mostRepliedUsers
    self.lastRepliedAt = lastRepliedAt
    self.updatedAt = updatedAt
  }
}

/// Something changed in the thread under a message.
public struct ThreadInfoUpdateEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let targetMessageId: MessageID
  public let threadInfo: ThreadInfo

  public init(channelId: ChannelID, targetMessageId: MessageID, threadInfo: ThreadInfo) {
    self.channelId = channelId
    self.targetMessageId = targetMessageId
    self.threadInfo = threadInfo
  }
}

extension Message {
  /// Takes over what an event says about the thread under this message.
  ///
  /// - Returns: whether anything changed: not when the event is about another message, older than what is known,
  ///   or says nothing new.
  @discardableResult
  public mutating func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    guard event.targetMessageId == id, event.channelId == channelId else { return false }
    if let known = threadInfo, known.updatedAt >= event.threadInfo.updatedAt { return false }
    if threadInfo == event.threadInfo { return false }
    threadInfo = event.threadInfo
    return true
  }
}

/// A thread as a list of threads needs it.
public struct ThreadSummary: Identifiable, Hashable, Sendable {
  public var parent: Message
  public var lastReply: Message?
  public var reading: ThreadReadPosition

  public var id: MessageID { parent.id }

  public init(parent: Message, lastReply: Message?, reading: ThreadReadPosition) {
    self.parent = parent
    self.lastReply = lastReply
    self.reading = reading
  }
}

/// How far a person has read in a thread. Whoever replies has read what was there.
public struct ThreadReadPosition: Hashable, Sendable {
  /// Up to where; nil when nothing was read.
  public var lastRead: Timetoken?
  /// How many replies of others came after it.
  public var unreadReplies: Int

  public init(lastRead: Timetoken? = nil, unreadReplies: Int = 0) {
    self.lastRead = lastRead
    self.unreadReplies = unreadReplies
  }
}

/// Where a thread may begin. Threads are one level deep.
public enum ThreadRules {
  /// Why no reply may be written under a message, or nil when one may.
  public static func refusal(ofReplyTo parent: Message) -> ChatError.Refusal? {
    if parent.isReply { return .replyToReply }
    if parent.kind == .system { return .replyToSystemMessage }
    if parent.isDeleted { return .replyToDeletedMessage }
    return nil
  }
}
