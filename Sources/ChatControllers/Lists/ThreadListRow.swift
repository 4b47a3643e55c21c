public import ChatDomain

/// A thread as a list shows it: one with replies, or one that only has the draft of a first reply.
public nonisolated struct ThreadListRow: Identifiable, Hashable, Sendable {
  public let key: DraftKey
  /// The message that it is under; nil while that is not known, for want of a connection.
  public var parent: Message?
  public var lastReply: Message?
  /// How far its replies were read.
  public var reading = ThreadReadPosition()
  /// What stands in the composer of the thread; nil when there is nothing, or drafts are switched off.
  public var draft: DraftMessage?
  /// Whether the service counts it among the threads that one has to do with.
  var isListed = false

  init(key: DraftKey) { self.key = key }

  public var id: DraftKey { key }
  public var unreadReplies: Int { reading.unreadReplies }
  public var replyCount: Int { parent?.threadInfo?.replyCount ?? 0 }

  /// When the last reply came, or when the first one was begun to be written.
  public var lastActivity: Timestamp? {
    lastReply?.createdAt ?? parent?.threadInfo?.lastRepliedAt ?? draft?.createdAt
  }

  /// A row without replies and without a draft has nothing to show.
  var isNeeded: Bool { draft != nil || (isListed && parent?.threadInfo?.replyCount != 0) }

  var place: ListPlace<DraftKey> {
    ListPlace(
      at: lastActivity ?? Timestamp(microseconds: .min), timetoken: lastReply?.timetoken ?? Timetoken(0),
      id: key)
  }
}
