import ChatDomain

extension ChannelListController {
  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(let event):
      if let channel = event.listedChannel { note(channel) }
      handle(event)
    case .draft(let draft) where draft.key.parentId == nil:
      show(client.draftMessage(for: draft.key), in: draft.key.channelId)
    case .outbox(let work): handle(work)
    case .eventsMissed: needsReload = true
    case .connection(.connecting): showDrafts()
    case .connection(.online) where needsReload: reloadLater()
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message): received(message)
    case .messageUpdated(let message):
      updated(message)
      let quote = QuotedMessage(message)
      change(message.channelId) { $0.summary.updateQuote { $0.updated(by: quote) } }
    case .messageDeleted(let event):
      deleted(event)
      change(event.channelId) { $0.summary.updateQuote { $0.updated(by: event) } }
    case .threadInfoUpdated(let event):
      let isLast = states[event.channelId]?.summary.lastMessage?.id == event.targetMessageId
      if !isLast { earlyUpdates.remember(event) }
      change(event.channelId) { $0.summary.lastMessage?.apply(event) }
    case .channelUpdated(let channel): updated(channel)
    case .memberJoined(let member): joinedOrLeft(member.channelId, member.user.id, isIn: true)
    case .memberLeft(let channel, let user): joinedOrLeft(channel, user, isIn: false)
    case .typing(let event): changeTyping(in: event.channelId) { $0.apply(event, at: client.clock.now) }
    case .readPositionChanged(let channel, let user, let position) where user == client.currentUser.id:
      change(channel) { $0.summary.reading.advance(to: position) }
      // It does not say which of the messages after it are counted: one may have come before it, or be yet to come.
      let last = states[channel]?.summary.lastMessage?.timetoken ?? Timetoken(0)
      if position.unreadCount > 0 || last > position.lastRead ?? Timetoken(0) { refresh(channel) }
    case .channelPreferencesChanged(let channel, let preferences):
      change(channel) { $0.summary.preferences.update(to: preferences) }
    default: break
    }
  }

  /// Notes an event during a reload: the answer may be older than the event, and the channel is then requested again.
  private func note(_ channel: ChannelID) {
    heard?.insert(channel)
    noteHeard(channel)
    if refreshing[channel]?.isRunning == true { refresh(channel) }
  }

  private func handle(_ work: OutboxChange) {
    change(work.channelId) { row in
      row.showPending(in: client.outbox.queue)
      guard case .done(let message?) = work.outcome, message.isShownInList, message.timetoken != nil else {
        return
      }
      if message.isLater(than: row.summary.lastMessage) { row.summary.lastMessage = message }
    }
  }

  private func updated(_ channel: Channel) {
    guard states[channel.id] != nil else { return loadFirstPage() }
    change(channel.id) {
      if $0.summary.channel.updatedAt <= channel.updatedAt { $0.summary.channel = channel }
    }
  }

  private func joinedOrLeft(_ channel: ChannelID, _ user: UserID, isIn: Bool) {
    if user != client.currentUser.id { return refresh(channel) }
    if isIn, states[channel] == nil { return loadFirstPage() }
    guard !isIn, let change = remove(channel) else { return }
    cache.forget(channel)
    emit([change])
    // The user may have come back since, and that event have come first.
    loadFirstPage()
  }

  /// Applies the drafts that were loaded after the rows were made.
  private func showDrafts() {
    for id in states.keys { show(client.draftMessage(for: DraftKey(channelId: id)), in: id) }
  }

  private func reloadLater() {
    reloading.run { [weak self, client] in
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        try await self?.reload()
      }
    }
  }

  /// Requests the whole list again as soon as possible, because a part of it could not be requested.
  func askAgain() {
    needsReload = true
    if client.connection == .online { reloadLater() }
  }

  // MARK: Typing

  func changeTyping(in channel: ChannelID, _ body: (inout TypingRoster) -> Bool) {
    var roster =
      typing[channel] ?? TypingRoster(key: DraftKey(channelId: channel), me: client.currentUser.id)
    let isChanged = body(&roster)
    typing[channel] = roster.users.isEmpty ? nil : roster
    typingTimer.set(typing.values.compactMap(\.nextExpiry).min()) { [weak self] in self?.expireTyping() }
    if isChanged { change(channel) { $0.typingUsers = roster.users } }
  }

  private func expireTyping() {
    for channel in typing.keys { changeTyping(in: channel) { $0.expire(at: client.clock.now) } }
  }
}

nonisolated extension ChatEvent {
  /// The channel whose row the notice can change; typing is handled separately.
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
    case .typing, .presenceChanged, .threadReadPositionChanged, .mentioned, .draftUpdated, .draftDeleted,
      .invited, .invitationEnded, .limitsChanged:
      nil
    }
  }
}
