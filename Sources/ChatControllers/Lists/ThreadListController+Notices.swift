import ChatDomain

extension ThreadListController {
  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(let event): handle(event)
    case .draft(let draft) where draft.key.parentId != nil:
      showDraft(client.draftMessage(for: draft.key), for: draft.key)
    case .threadRead(let event): update(event.key) { $0.reading.advance(to: event.reading) }
    case .eventsMissed: needsReload = true
    case .connection(.connecting): showDrafts()
    case .connection(.online) where needsReload: reloadLater()
    default: break
    }
  }

  private func handle(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message): received(message)
    case .messageUpdated(let message): updated(message)
    case .messageDeleted(let event): deleted(event)
    case .threadInfoUpdated(let event): updated(event)
    case .threadReadPositionChanged(let event): read(event)
    case .memberLeft(let channel, let user) where user == client.currentUser.id:
      disturb()
      emit(states.keys.filter { $0.channelId == channel }.compactMap { put($0) { $0.isListed = false } })
    case .memberJoined(let member) where member.user.id == client.currentUser.id: reloadLater()
    default: break
    }
  }

  private func updated(_ message: Message) {
    earlyUpdates.remember(message)
    let quote = QuotedMessage(message)
    updateQuotes(in: message.channelId) { $0.updated(by: quote) }
    reconsider(message)
    update(DraftKey(channelId: message.channelId, parentId: message.id)) {
      $0.parent = $0.parent?.updated(by: message)
    }
    guard let parent = message.parentId else { return }
    update(DraftKey(channelId: message.channelId, parentId: parent)) {
      if $0.lastReply?.id == message.id { $0.lastReply = $0.lastReply?.updated(by: message) }
    }
  }

  /// Changes an existing row.
  private func update(_ key: DraftKey, _ body: (inout ThreadListRow) -> Void) {
    guard states[key] != nil else { return }
    disturb()
    change(key, body)
  }

  /// Notes that the answer in transit does not include this event.
  private func disturb() {
    if isDisturbed != nil { isDisturbed = true }
  }

  private func received(_ message: Message) {
    guard let parent = message.parentId, message.kind == .regular else { return }
    let key = DraftKey(channelId: message.channelId, parentId: parent)
    let me = client.currentUser.id
    // It may be changed or gone by now, and its own event the last to come.
    guard let message = earlyUpdates.upToDate(message), !message.isDeleted else { return reloadLater() }
    guard let row = states[key], row.isListed else {
      // Only the service knows whether the user is involved: ask if that is unknown or has changed.
      let isInvolved = message.author.id == me || message.mentionedUsers.contains(me)
      if isInvolved || noteForeign(key) { reloadLater() }
      return
    }
    guard message.isLater(than: row.lastReply) else {
      // Late, or already counted by an answer that came first: only the service knows which.
      if row.lastReply?.id != message.id { reloadLater() }
      return
    }
    disturb()
    change(key) { row in
      row.lastReply = message
      if message.author.id != me {
        row.reading.unreadReplies += 1
      } else if let token = message.timetoken {
        // Replying counts as having read everything before.
        row.reading.advance(to: ThreadReadPosition(lastRead: token))
      }
    }
  }

  /// Replies were read on another device, or on this one; in the latter case the event contains nothing new.
  private func read(_ event: ThreadReadEvent) {
    disturb()
    guard let row = states[event.key], row.isListed else { return }
    guard row.reading != event.reading else { return }
    update(event.key) { $0.reading.advance(to: event.reading) }
    // The event does not say which replies it counts, and it may be late.
    reloadLater()
  }

  /// An edit can mention the user for the first time, or no more: only the service knows whether the thread still
  /// concerns them.
  private func reconsider(_ message: Message) {
    guard message.editedAt != nil else { return }
    let key = DraftKey(channelId: message.channelId, parentId: message.parentId ?? message.id)
    let isMentioned = message.mentionedUsers.contains(client.currentUser.id)
    if states[key]?.isListed ?? false != isMentioned { reloadLater() }
  }

  /// The quotes in the messages of the rows follow the quoted messages.
  private func updateQuotes(in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage) {
    for key in states.keys where key.channelId == channel {
      self.change(key) { row in
        if let quoted = row.parent?.quoted { row.parent?.quoted = change(quoted) }
        if let quoted = row.lastReply?.quoted { row.lastReply?.quoted = change(quoted) }
      }
    }
  }

  private func deleted(_ event: MessageDeletedEvent) {
    updateQuotes(in: event.channelId) { $0.updated(by: event) }
    earlyUpdates.remember(event)
    let own = DraftKey(channelId: event.channelId, parentId: event.messageId)
    if let parent = states[own]?.parent, parent.mentionedUsers.contains(client.currentUser.id) {
      reloadLater()
    }
    update(own) { row in
      if event.isHard { row.isListed = false }
      row.parent = row.parent?.deleted(at: event.deletedAt)
    }
    guard let parent = event.parentId else { return }
    let key = DraftKey(channelId: event.channelId, parentId: parent)
    // Only the service knows which reply came before it, whether it was unread, and whether the thread still concerns
    // the user.
    if states[key]?.isListed == true || forgetForeign(key) { reloadLater() }
  }

  /// Changes the row only if the event contains something new about the thread.
  private func updated(_ event: ThreadInfoUpdateEvent) {
    earlyUpdates.remember(event)
    update(DraftKey(channelId: event.channelId, parentId: event.targetMessageId)) { row in
      guard row.parent?.apply(event) == true else { return }
      if event.threadInfo.replyCount == 0 { row.lastReply = nil }
    }
  }
}

nonisolated extension ThreadReadPosition {
  /// Applies a position that is further on, or the same position with another count. The read position never goes back.
  mutating func advance(to position: ThreadReadPosition) {
    if position.lastRead ?? Timetoken(0) >= lastRead ?? Timetoken(0) { self = position }
  }
}

nonisolated extension ThreadReadEvent {
  var key: DraftKey { DraftKey(channelId: channelId, parentId: parentId) }
}

nonisolated extension Message {
  /// Whether the service accepted it after the other one; any message is later than none.
  func isLater(than other: Message?) -> Bool {
    guard let known = other?.timetoken else { return true }
    return timetoken.map { $0 > known } ?? false
  }
}
