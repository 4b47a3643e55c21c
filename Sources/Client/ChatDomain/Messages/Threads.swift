/// The known state of the thread under a message.
public struct ThreadInfo: Hashable, Sendable {
  /// 0: there is no thread.
  public var replyCount: Int
  /// The users who replied most often, the most active first; at most five.
  public var mostRepliedUsers: [User]
  /// When the latest reply was written; nil if there is none.
  public var lastRepliedAt: Timestamp?
  /// Increases with each change of the thread, and so tells which of two is newer.
  public var updatedAt: Timetoken

  /// For a service that counts replies.
  public init(replyCount: Int, mostRepliedUsers: [User], lastRepliedAt: Timestamp?, updatedAt: Timetoken) {
    self.replyCount = replyCount
    self.mostRepliedUsers = mostRepliedUsers
    self.lastRepliedAt = lastRepliedAt
    self.updatedAt = updatedAt
  }
}

/// A change in the thread under a message.
public struct ThreadInfoUpdateEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread; ``Message/apply(_:)`` ignores an event about another.
  public let targetMessageId: MessageID
  /// The whole new state, not the difference.
  public let threadInfo: ThreadInfo

  /// For a service that reports a reply or its deletion.
  public init(channelId: ChannelID, targetMessageId: MessageID, threadInfo: ThreadInfo) {
    self.channelId = channelId
    self.targetMessageId = targetMessageId
    self.threadInfo = threadInfo
  }
}

extension Message {
  /// Applies an event about the thread under this message.
  ///
  /// - Returns: whether anything changed; false if the event is about another message, is older than the known state,
  ///   or contains nothing new.
  @discardableResult
  public mutating func apply(_ event: ThreadInfoUpdateEvent) -> Bool {
    guard event.targetMessageId == id, event.channelId == channelId else { return false }
    if let known = threadInfo, known.updatedAt >= event.threadInfo.updatedAt { return false }
    if threadInfo == event.threadInfo { return false }
    threadInfo = event.threadInfo
    return true
  }
}

/// A thread as it appears in a list of threads.
public struct ThreadSummary: Identifiable, Hashable, Sendable {
  /// The message above the thread.
  public var parent: Message
  /// The latest reply that was not hard-deleted.
  public var lastReply: Message?
  /// How far the current user has read the replies.
  public var reading: ThreadReadPosition

  public var id: MessageID { parent.id }

  /// For a service that lists threads.
  public init(parent: Message, lastReply: Message?, reading: ThreadReadPosition) {
    self.parent = parent
    self.lastReply = lastReply
    self.reading = reading
  }
}

/// How far a user has read in a thread. Replying counts as having read everything before.
public struct ThreadReadPosition: Hashable, Sendable {
  /// The last reply read; nil if there is none.
  public var lastRead: Timetoken?
  /// The number of replies by others after it.
  public var unreadReplies: Int

  /// Without arguments: the thread has no replies and nothing was read.
  public init(lastRead: Timetoken? = nil, unreadReplies: Int = 0) {
    self.lastRead = lastRead
    self.unreadReplies = unreadReplies
  }
}
