public import ChatDomain
import ChatSync

/// A thread as it appears in a list: one with replies, or one that only has the draft of a first reply.
public nonisolated struct ThreadListRow: Identifiable, Hashable, Sendable {
  /// The channel and the message above the thread.
  public let key: DraftKey
  /// The parent message; nil while it is unknown, for example without a connection.
  public var parent: Message?
  /// The last reply; nil while there is none, or while it is unknown.
  public var lastReply: Message?
  /// The user's read position in the replies.
  public var reading = ThreadReadPosition()
  /// The content of the thread's composer; nil if it is empty, or if drafts are disabled.
  public var draft: DraftMessage?
  /// Whether the service lists it among the threads the user is involved in.
  var isListed = false

  init(key: DraftKey) { self.key = key }

  public var id: DraftKey { key }
  /// The number of unread replies.
  public var unreadReplies: Int { reading.unreadReplies }
  /// The number of replies; 0 in a thread that only has a draft.
  public var replyCount: Int { parent?.threadInfo?.replyCount ?? 0 }

  /// The time of the last reply, or the time at which the draft of a first reply was started.
  public var lastActivity: Timestamp? {
    lastReply?.createdAt ?? parent?.threadInfo?.lastRepliedAt ?? draft?.createdAt
  }

  /// Whether the row has anything to show: replies or a draft.
  var isNeeded: Bool { draft != nil || (isListed && parent?.threadInfo?.replyCount != 0) }
}

nonisolated extension ThreadListRow: SortedRow {
  var sortKey: ListSortKey<DraftKey> {
    ListSortKey(
      at: lastActivity ?? Timestamp(microseconds: .min), timetoken: lastReply?.timetoken ?? Timetoken(0),
      id: key)
  }
}

nonisolated extension ThreadSummary {
  var key: DraftKey { DraftKey(channelId: parent.channelId, parentId: parent.id) }
}

nonisolated extension ThreadReadPosition {
  /// Applies a later position, or the same position with another count. The read position never goes back.
  mutating func advance(to position: ThreadReadPosition) {
    if position.lastRead ?? Timetoken(0) >= lastRead ?? Timetoken(0) { self = position }
  }
}

nonisolated extension ThreadReadEvent {
  var key: DraftKey { DraftKey(channelId: channelId, parentId: parentId) }
}
