public import ChatDomain
import ChatSync

/// A channel as it appears in a list.
public nonisolated struct ChannelListRow: Identifiable, Hashable, Sendable {
  /// The channel with the user's own state, according to the service and its events.
  public var summary: ChannelSummary
  /// The content of the channel's composer; nil if it is empty, or if drafts are disabled.
  public var draft: DraftMessage?
  /// The other users who are typing in the channel.
  public var typingUsers: [User] = []
  /// The user's last message that is still pending, or failed.
  public var pendingMessage: Message?
  /// The user's last message that failed, until it is retried or deleted.
  public var failedMessage: Message?

  init(_ summary: ChannelSummary) { self.summary = summary }

  /// The content of a row's second line. A search result takes precedence over all of it and is not handled here.
  public enum Preview: Hashable, Sendable {
    /// These users are typing now.
    case typing([User])
    /// The channel has an unsent draft.
    case draft(DraftMessage)
    /// The last message.
    case message(Message)
    /// There is no message yet.
    case nothing
  }

  public var id: ChannelID { summary.id }
  /// The channel without the user's own state.
  public var channel: Channel { summary.channel }
  /// The number of unread messages.
  public var unreadCount: Int { summary.reading.unreadCount }
  /// The number of unread messages that mention the user.
  public var mentionCount: Int { summary.reading.mentionCount }

  /// The user's preferences for the channel: favourite and notification level.
  public var preferences: ChannelPreferences { summary.preferences }
  /// The unread messages, by their importance to the user.
  public var news: ChannelNews { ChannelNews(summary.reading, preferences.notifications) }
  /// Whether the channel has notifications or is marked as unread.
  public var isCalling: Bool { news.isCalling }

  /// The last message shown in the channel, including pending ones.
  public var lastMessage: Message? {
    guard let pendingMessage else { return summary.lastMessage }
    guard let last = summary.lastMessage else { return pendingMessage }
    return pendingMessage.createdAt >= last.createdAt ? pendingMessage : last
  }

  /// The time the list is sorted by. A draft does not change it.
  public var lastActivity: Timestamp {
    max(summary.lastActivity, pendingMessage?.createdAt ?? summary.lastActivity)
  }

  /// Typing takes precedence over the draft, and the draft over the last message.
  public var preview: Preview {
    if !typingUsers.isEmpty { return .typing(typingUsers) }
    if let draft { return .draft(draft) }
    return lastMessage.map(Preview.message) ?? .nothing
  }
}

nonisolated extension ChannelListRow: SortedRow {
  var sortKey: ListSortKey<ChannelID> {
    let timetoken = lastMessage.map { $0.timetoken ?? Timetoken(.max) } ?? Timetoken(0)
    return ListSortKey(at: lastActivity, timetoken: timetoken, id: id)
  }

  /// Applies the pending and failed messages of the channel.
  mutating func showPending(in queue: OutboxQueue) {
    pendingMessage = queue.lastMessage(in: id)
    failedMessage = queue.lastFailure(in: id)
  }
}

nonisolated extension ChannelSummary {
  /// Updates the quote in the last message.
  mutating func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    if let quoted = lastMessage?.quoted { lastMessage?.quoted = change(quoted) }
  }

  func countsAsUnread(_ message: Message, for me: UserID) -> Bool {
    guard let timetoken = message.timetoken, message.author.id != me else { return false }
    return timetoken > reading.lastRead ?? Timetoken(0)
  }
}

nonisolated extension Message {
  /// Whether the service accepted it after the other one; any message is later than none.
  func isLater(than other: Message?) -> Bool {
    guard let known = other?.timetoken else { return true }
    return timetoken.map { $0 > known } ?? false
  }
}

nonisolated extension ChatEvent {
  /// The channel whose row the event can change; typing is handled separately.
  var listedChannel: ChannelID? {
    switch self {
    case .messageCreated(let message), .messageUpdated(let message): message.channelId
    case .messageDeleted(let event): event.channelId
    case .threadInfoUpdated(let event): event.channelId
    case .channelUpdated(let channel): channel.id
    case .memberJoined(let member): member.channelId
    case .memberLeft(let channel, _), .readPositionChanged(let channel, _, _),
      .channelPreferencesChanged(let channel, _):
      channel
    default: nil
    }
  }
}

/// Receives the changes of the list of channels.
public protocol ChannelListControllerDelegate: AnyObject {
  /// The list changed. The changes apply one after the other to the list as it was before.
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>])

  /// The text of a draft changed, and nothing else in the row of its channel. This happens with every keystroke. By default,
  /// the change is reported like any other.
  ///
  /// The row has the new text when it is requested (``ChannelListController/row(for:)``). While
  /// ``ChannelListController/subscribe(_:)`` has a listener, and when a draft begins or ends, `didChangeChannels` is called
  /// instead.
  func channelListController(_ controller: ChannelListController, didChangeDraftIn channel: ChannelID)
}

extension ChannelListControllerDelegate {
  public func channelListController(
    _ controller: ChannelListController, didChangeDraftIn channel: ChannelID
  ) {
    guard let index = controller.index(of: channel) else { return }
    channelListController(controller, didChangeChannels: [.updated(channel, at: index)])
  }
}
