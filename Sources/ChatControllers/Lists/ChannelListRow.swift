public import ChatDomain

/// A channel as a list shows it.
public nonisolated struct ChannelListRow: Identifiable, Hashable, Sendable {
  public var summary: ChannelSummary
  /// What stands in the channel's composer; nil when there is nothing, or drafts are switched off.
  public var draft: DraftMessage?
  /// Who is typing in the channel, oneself not among them.
  public var typingUsers: [User] = []
  /// The last own message that is still on its way, or failed.
  public var pendingMessage: Message?
  /// The last own message that failed, until it is tried again or taken back.
  public var failedMessage: Message?

  init(_ summary: ChannelSummary) { self.summary = summary }

  /// What stands in the second line of a row. A search result goes before all of it and is not known here.
  public enum Preview: Hashable, Sendable {
    case typing([User])
    case draft(DraftMessage)
    case message(Message)
    case nothing
  }

  public var id: ChannelID { summary.id }
  public var channel: Channel { summary.channel }
  public var unreadCount: Int { summary.reading.unreadCount }
  public var mentionCount: Int { summary.reading.mentionCount }

  /// The last message that is shown in the channel, whether the service has it or not.
  public var lastMessage: Message? {
    guard let pendingMessage else { return summary.lastMessage }
    guard let last = summary.lastMessage else { return pendingMessage }
    return pendingMessage.createdAt >= last.createdAt ? pendingMessage : last
  }

  /// What the list is sorted by. A draft does not change it.
  public var lastActivity: Timestamp {
    max(summary.lastActivity, pendingMessage?.createdAt ?? summary.lastActivity)
  }

  /// Who types goes before the draft, and that before the last message.
  public var preview: Preview {
    if !typingUsers.isEmpty { return .typing(typingUsers) }
    if let draft { return .draft(draft) }
    return lastMessage.map(Preview.message) ?? .nothing
  }

  var place: ListPlace<ChannelID> {
    let timetoken = lastMessage.map { $0.timetoken ?? Timetoken(.max) } ?? Timetoken(0)
    return ListPlace(at: lastActivity, timetoken: timetoken, id: id)
  }
}
