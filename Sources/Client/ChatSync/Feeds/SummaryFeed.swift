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

  /// Requests the channel once more if a request is in flight: its answer may be older than the event.
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

  /// Replaces the summary after the user joined the channel, or with that of a prospect.
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

/// The messages counted as unread on this device since the last request: the service's answer may not include them.
nonisolated struct LocalUnreadCount: Sendable {
  /// The newest message that the service's count includes.
  private var included = Timetoken(0)
  /// Messages counted since then, and whether they mention the user.
  private var counted: [MessageID: (token: Timetoken, mentions: Bool)] = [:]
  private var requests = 0
  private var answered = 0

  /// - Returns: whether the message must be counted: false if the service or this value has counted it before.
  mutating func counts(_ message: Message, for me: UserID) -> Bool {
    guard let token = message.timetoken, token > included, counted[message.id] == nil else { return false }
    counted[message.id] = (token, message.mentions(me))
    return true
  }

  /// Begins a request: the answer includes all events so far.
  ///
  /// - Returns: the number of the request.
  mutating func beginRequest() -> Int {
    counted = [:]
    requests += 1
    return requests
  }

  /// - Returns: whether to use the answer to a request: false if a later request was answered first.
  mutating func acceptsAnswer(to request: Int) -> Bool {
    guard request > answered else { return false }
    answered = request
    return true
  }

  /// Stops counting a deleted message.
  mutating func forget(_ message: MessageID) { counted[message] = nil }

  /// - Returns: the service's count plus the messages that came after it.
  mutating func position(after summary: ChannelSummary) -> ReadPosition {
    included = max(included, summary.lastMessage?.timetoken ?? Timetoken(0))
    let lastRead = summary.reading.lastRead ?? Timetoken(0)
    counted = counted.filter { $0.value.token > included && $0.value.token > lastRead }
    var position = summary.reading
    position.unreadCount += counted.count
    position.mentionCount += counted.values.count { $0.mentions }
    return position
  }
}

/// Remembers the latest event about each thread, to recognize old ones.
package nonisolated struct LatestThreadInfos: Sendable {
  private var latest: [MessageID: Timetoken] = [:]

  package init() {}

  /// - Returns: false for an event that is older than, or the same as, one received before.
  package mutating func isNew(_ event: ThreadInfoUpdateEvent) -> Bool {
    let updatedAt = event.threadInfo.updatedAt
    guard latest[event.targetMessageId].map({ $0 < updatedAt }) ?? true else { return false }
    latest[event.targetMessageId] = updatedAt
    return true
  }
}

nonisolated extension ChannelPreferences {
  /// Applies later preferences; late and repeated ones change nothing.
  package mutating func update(to preferences: ChannelPreferences) {
    if preferences.revision > revision { self = preferences }
  }
}

nonisolated extension ReadPosition {
  /// Applies a position that is further on, or the same position with other counts. The read position never goes back.
  package mutating func advance(to position: ReadPosition) {
    if position.lastRead ?? Timetoken(0) >= lastRead ?? Timetoken(0) { self = position }
  }

  package mutating func count(_ message: Message, for me: UserID) {
    guard let timetoken = message.timetoken, timetoken > lastRead ?? Timetoken(0) else { return }
    unreadCount += 1
    if message.mentions(me) { mentionCount += 1 }
  }
}
