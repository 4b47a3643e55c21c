public import ChatDomain
import ChatSync

/// A channel as it is shown: its messages including pending ones, the typing users, and the read position.
@MainActor
public final class ChannelController: TimelineController {
  /// Receives every change. It is not retained.
  public weak var delegate: (any ChannelControllerDelegate)?
  let summaryFeed: SummaryFeed
  private var threads = LatestThreadInfos()

  init(client: ChatClient, channelId: ChannelID) {
    summaryFeed = SummaryFeed(engine: client.engine, channelId: channelId)
    super.init(client: client, channelId: channelId, parentId: nil)
    summaryFeed.onChange = { [weak self] summary in
      guard let self else { return }
      delegate?.channelController(self, didChangeChannel: summary)
    }
  }

  /// The channel with the user's own state; nil until it is known.
  override public var summary: ChannelSummary? { summaryFeed.summary }
  /// The channel without the user's own state; nil until it is known.
  public var channel: Channel? { summary?.channel }

  /// Shows what is saved on this device, then the service's newest messages. Without a connection it throws, keeps its
  /// messages, and loads the rest once there is a connection.
  override public func synchronize() async throws(ChatError) {
    try await super.synchronize()
    for message in messages where message.kind == .regular {
      client.engine.suggestions.cache.remember(message.author, in: channelId)
    }
    try await summaryFeed.synchronize()
  }

  /// Marks everything up to the newest loaded message as read.
  override public func markRead() async throws(ChatError) {
    try await markRead(upTo: messages.last { $0.timetoken != nil }?.timetoken)
  }

  /// Marks everything up to a message as read.
  public func markRead(upTo message: Message) async throws(ChatError) {
    try await markRead(upTo: message.timetoken)
  }

  private func markRead(upTo last: Timetoken?) async throws(ChatError) {
    // If the channel is not known yet, it may be marked as unread.
    let isMarked = summary?.reading.isMarkedUnread ?? true
    guard let last else {
      if isMarked, client.service.abilities.contains(.marksUnread) { try await setMarkedUnread(false) }
      return
    }
    if let read = summary?.reading, let lastRead = read.lastRead, lastRead >= last, read.unreadCount == 0,
      !isMarked
    {
      return
    }
    let position = try await client.service.markRead(channelId, upTo: last)
    summaryFeed.change { $0.reading.advance(to: position) }
  }

  /// Marks the channel as unread regardless of its read position until it is read again, or removes the mark.
  public func setMarkedUnread(_ isMarked: Bool) async throws(ChatError) {
    let position = try await client.service.setMarkedUnread(isMarked, channelId)
    summaryFeed.change { $0.reading.advance(to: position) }
  }

  // MARK: Membership and preferences

  /// Joins the channel.
  public func join() async throws(ChatError) {
    summaryFeed.replace(with: try await client.service.join(channelId))
  }

  /// Ends the user's membership of the channel. A screen that only goes elsewhere calls ``ChatClient/closeComposer(for:)``
  /// instead.
  public func endMembership() async throws(ChatError) { try await client.service.leave(channelId) }

  /// Renames the channel.
  public func rename(to name: String) async throws(ChatError) { try await update(ChannelChange(name: name)) }

  /// Changes the channel's name and topic.
  public func update(_ wanted: ChannelChange) async throws(ChatError) {
    let channel = try await client.service.update(channelId, wanted)
    summaryFeed.change { if $0.channel.updatedAt <= channel.updatedAt { $0.channel = channel } }
  }

  /// Changes the user's preferences for the channel: favourite and notification level.
  @discardableResult
  public func update(_ wanted: ChannelPreferencesChange) async throws(ChatError) -> ChannelPreferences {
    let preferences = try await client.service.update(channelId, wanted)
    summaryFeed.change { $0.preferences.update(to: preferences) }
    return preferences
  }

  /// Adds users to the channel.
  public func addMembers(_ users: [UserID]) async throws(ChatError) {
    try await client.service.add(users, to: channelId)
  }

  // MARK: Updates

  override func messagesDidChange(_ changes: [TimelineChange]) {
    delegate?.channelController(self, didUpdateMessages: changes)
  }

  override func typingDidChange(_ users: [User]) {
    delegate?.channelController(self, didChangeTyping: users)
  }

  override func handle(_ notice: ClientNotice) {
    if case .event(.threadInfoUpdated(let event)) = notice, event.channelId == channelId {
      let before = feed.timeline[event.targetMessageId]
      super.handle(notice)
      let after = feed.timeline[event.targetMessageId]
      // A late or duplicate event contains nothing new about the message, so it is not reported.
      if threads.isNew(event), after == nil || before?.threadInfo != after?.threadInfo {
        delegate?.channelController(self, didUpdateThreadInfo: event)
      }
      return
    }
    super.handle(notice)
    switch notice {
    case .event(let event): apply(event)
    case .eventsMissed: if summary != nil { summaryFeed.refresh() }
    // The channel was opened without a connection.
    case .connection(.online): if feed.isWanted, summary == nil { summaryFeed.refresh() }
    case .prospect(let change) where change.prospect == channelId:
      if let coming = client.engine.summary(ofProspect: channelId) { summaryFeed.replace(with: coming) }
    default: break
    }
  }

  private func apply(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message) where message.channelId == channelId: received(message)
    case .typing(let event): typing.apply(event)
    default: summaryFeed.handle(event)
    }
  }

  private func received(_ message: Message) {
    typing.apply(message)
    guard message.author.id != client.currentUser.id else { return }
    if feed.timeline.holds(message), message.kind == .regular, feed.timeline.deletions[message.id] == nil {
      summaryFeed.count(message)
    }
    delegate?.channelController(self, didReceive: message)
  }
}

extension ChatClient {
  /// Creates a controller for a channel; nothing is requested before ``ChannelController/synchronize()``.
  public func channelController(for channel: ChannelID) -> ChannelController {
    ChannelController(client: self, channelId: channel)
  }
}

extension ChannelController {
  /// Forgets a channel that the user left: the service deletes its data about the channel for this user, and this device deletes
  /// its cached copy. Unsent text that was written here moves to the draft history.
  public func forget() async throws(ChatError) {
    try await client.service.forget(channelId)
    let drafts = client.draftMessages().filter { $0.channelId == channelId }.map(\.key)
    for key in drafts { client.deleteDraft(for: key) }
    await client.engine.outbox.giveUp(everythingIn: channelId)
    // The drafts are deleted here even if the service refuses to delete its copies: the forgotten channel is unknown to it.
    await client.engine.writer.write(drafts.map { .deleteDraft($0) } + [.forgetChannel(channelId)])
  }
}
