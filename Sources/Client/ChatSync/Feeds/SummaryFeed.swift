package import ChatDomain

/// Keeps the summary of a channel up to date: requests it, applies events to it, and counts what is unread.
package final class SummaryFeed {
  /// Nil until the channel is known.
  package private(set) var summary: ChannelSummary?
  /// Receives every change.
  package var onChange: (ChannelSummary) -> Void = { _ in }
  let refreshing = CoalescingTask()
  private let engine: SyncEngine
  private let channelId: ChannelID
  private var unread = LocalUnreadCount()
  /// Whether an event about the channel came while `synchronize` requested it: the answer may be older.
  private var hadEventMeanwhile = false

  package init(engine: SyncEngine, channelId: ChannelID) {
    self.engine = engine
    self.channelId = channelId
  }

  // MARK: Requests

  /// Requests the channel, and reports it even if nothing changed.
  package func synchronize() async throws(ChatError) {
    if let coming = engine.summary(ofProspect: channelId) { return replace(with: coming) }
    if channelId.isOnDevice { return }
    let request = unread.beginRequest()
    hadEventMeanwhile = false
    let fresh = try await engine.service.channel(channelId)
    engine.suggestions.cache.remember(fresh.channel)
    apply(fresh, answering: request)
    if let summary { onChange(summary) }
    if hadEventMeanwhile { refresh() }
  }

  /// Requests the channel again, one request at a time: only the service knows the number of members, and the unread
  /// counts after a deletion. A channel that the user has left cannot be requested.
  package func refresh() {
    guard !channelId.isOnDevice else { return }
    refreshing.run { [weak self, engine] in
      await engine.retrying { () async throws(ChatError) in try await self?.requestChannel() }
    }
  }

  /// Makes up for an answer in transit, which may be older than the event: the channel is requested once more.
  private func requestAgainIfRunning() {
    hadEventMeanwhile = true
    if refreshing.isRunning { refresh() }
  }

  private func requestChannel() async throws(ChatError) {
    let request = unread.beginRequest()
    let fresh = try await engine.service.channel(channelId)
    if apply(fresh, answering: request) { onChange(summary ?? fresh) }
  }

  /// Applies the service's answer about the channel.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  private func apply(_ fresh: ChannelSummary, answering request: Int) -> Bool {
    guard unread.acceptsAnswer(to: request) else { return false }
    var fresh = fresh
    let reading = unread.position(after: fresh)
    fresh.reading = summary?.reading ?? reading
    fresh.reading.advance(to: reading)
    guard fresh != summary else { return false }
    summary = fresh
    return true
  }

  // MARK: Changes

  /// The user has joined the channel.
  package func replace(with joined: ChannelSummary) {
    summary = joined
    onChange(joined)
  }

  /// Applies a change, and reports it if it changes anything.
  package func change(_ body: (inout ChannelSummary) -> Void) {
    guard var changed = summary else { return }
    body(&changed)
    guard changed != summary else { return }
    summary = changed
    onChange(changed)
  }

  /// Counts a message of another user as unread, unless it was counted before.
  package func count(_ message: Message) {
    let me = engine.currentUser.id
    if unread.counts(message, for: me) { change { $0.reading.count(message, for: me) } }
  }

  package func handle(_ event: ChatEvent) {
    switch event {
    case .messageUpdated(let message): recount(because: message)
    case .messageDeleted(let deletion): recount(because: deletion)
    case .channelUpdated(let channel) where channel.id == channelId:
      requestAgainIfRunning()
      change { if $0.channel.updatedAt <= channel.updatedAt { $0.channel = channel } }
    case .memberJoined(let membership) where membership.channelId == channelId:
      // A user who rejoins starts with a new read position.
      if membership.user.id == engine.currentUser.id { summary?.reading = ReadPosition() }
      refresh()
    case .memberLeft(let channel, _) where channel == channelId: refresh()
    case .readPositionChanged(let channel, let user, let position)
    where channel == channelId && user == engine.currentUser.id:
      // The event does not say which messages it counts, and it may be late.
      if position != summary?.reading, summary != nil { refresh() }
      requestAgainIfRunning()
      change { $0.reading.advance(to: position) }
    case .channelPreferencesChanged(let channel, let preferences) where channel == channelId:
      requestAgainIfRunning()
      change { $0.preferences.update(to: preferences) }
    default: break
    }
  }

  /// Requests new counts: another user's unread message changed them, and only the service knows how.
  private func recount(because message: Message) {
    guard message.channelId == channelId, message.author.id != engine.currentUser.id else { return }
    let lastRead = summary?.reading.lastRead ?? Timetoken(0)
    guard message.editedAt != nil, message.timetoken ?? Timetoken(0) > lastRead else { return }
    refresh()
  }

  /// Requests new counts after a deletion.
  private func recount(because deletion: MessageDeletedEvent) {
    guard deletion.channelId == channelId else { return }
    unread.forget(deletion.messageId)
    guard summary?.reading.unreadCount != 0 else { return }
    refresh()
  }
}
