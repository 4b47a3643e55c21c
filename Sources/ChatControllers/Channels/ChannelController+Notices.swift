import ChatDomain

extension ChannelController {
  func handle(_ notice: ClientNotice) {
    if case .event(.threadInfoUpdated(let event)) = notice, event.channelId == channelId {
      let before = feed.timeline[event.targetMessageId]
      feed.handle(notice)
      let after = feed.timeline[event.targetMessageId]
      // A late or duplicate event contains nothing new about the message, so nobody is told.
      if threads.isNew(event), after == nil || before?.threadInfo != after?.threadInfo {
        emit(.threadInfo(event))
      }
      return
    }
    feed.handle(notice)
    switch notice {
    case .event(let event): handle(event)
    case .eventsMissed: if summary != nil { refresh() }
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message) where message.channelId == channelId: received(message)
    case .messageUpdated(let message): recount(because: message)
    case .messageDeleted(let deletion): recount(because: deletion)
    case .typing(let event): typing.handle(event)
    case .channelUpdated(let channel) where channel.id == channelId:
      requestAgainIfRunning()
      change { if $0.channel.updatedAt <= channel.updatedAt { $0.channel = channel } }
    case .memberJoined(let membership) where membership.channelId == channelId:
      // Whoever comes back begins to read anew.
      if membership.user.id == client.currentUser.id { summary?.reading = ReadPosition() }
      refresh()
    case .memberLeft(let channel, _) where channel == channelId: refresh()
    case .readPositionChanged(let channel, let user, let position)
    where channel == channelId && user == client.currentUser.id:
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

  /// Makes up for an answer in transit, which may be older than the event: the channel is requested once more.
  private func requestAgainIfRunning() {
    wasHeardMeanwhile = true
    if refreshing.isRunning { refresh() }
  }

  private func received(_ message: Message) {
    typing.handle(message)
    guard message.author.id != client.currentUser.id else { return }
    if feed.timeline.holds(message), message.kind == .regular, feed.timeline.deletions[message.id] == nil,
      unread.counts(message, for: client.currentUser.id)
    {
      change { $0.reading.count(message, for: client.currentUser.id) }
    }
    emit(.received(message))
  }
}

/// Remembers the latest event about each thread, to recognize old ones.
nonisolated struct LatestThreadInfos: Sendable {
  private var heard: [MessageID: Timetoken] = [:]

  /// - Returns: false for an event that is older than, or the same as, one received before.
  mutating func isNew(_ event: ThreadInfoUpdateEvent) -> Bool {
    let updatedAt = event.threadInfo.updatedAt
    guard heard[event.targetMessageId].map({ $0 < updatedAt }) ?? true else { return false }
    heard[event.targetMessageId] = updatedAt
    return true
  }
}

nonisolated extension ChannelPreferences {
  /// Applies later ones; late and repeated ones change nothing.
  mutating func update(to preferences: ChannelPreferences) {
    if preferences.revision > revision { self = preferences }
  }
}

nonisolated extension ReadPosition {
  /// Applies a position that is further on, or the same position with other counts. The read position never goes back.
  mutating func advance(to position: ReadPosition) {
    if position.lastRead ?? Timetoken(0) >= lastRead ?? Timetoken(0) { self = position }
  }

  mutating func count(_ message: Message, for me: UserID) {
    guard let timetoken = message.timetoken, timetoken > lastRead ?? Timetoken(0) else { return }
    unreadCount += 1
    if message.mentionedUsers.contains(me) { mentionCount += 1 }
  }
}
