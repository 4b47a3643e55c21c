import ChatDomain

extension ChannelListController {
  func received(_ message: Message) {
    if typing[message.channelId] != nil { changeTyping(in: message.channelId) { $0.apply(message) } }
    guard message.isShownInList else { return }
    guard let row = states[message.channelId] else { return loadFirstPage() }
    // It may be changed or gone by now, and its own event the last to come.
    guard let message = earlyUpdates.upToDate(message) else { return }
    guard message.isLater(than: row.summary.lastMessage) else {
      // Late, or already counted by an answer that came first: only the service knows which.
      if row.summary.lastMessage?.id != message.id { refresh(message.channelId) }
      return
    }
    change(message.channelId) { row in
      row.summary.lastMessage = message
      if message.kind == .regular, !message.isDeleted, message.author.id != client.currentUser.id {
        row.summary.reading.count(message, for: client.currentUser.id)
      }
    }
  }

  func updated(_ message: Message) {
    guard let row = states[message.channelId], row.summary.lastMessage?.id == message.id else {
      earlyUpdates.remember(message)
      if let row = states[message.channelId] { recount(row, because: message) }
      return
    }
    change(message.channelId) { $0.summary.lastMessage = $0.summary.lastMessage?.updated(by: message) }
    recount(row, because: message)
  }

  private func recount(_ row: ChannelListRow, because message: Message) {
    // The new text can mention somebody who was not mentioned before, or no longer mention them.
    if message.editedAt != nil, row.summary.countsAsUnread(message, for: client.currentUser.id) {
      refresh(message.channelId)
    }
  }

  func deleted(_ event: MessageDeletedEvent) {
    earlyUpdates.remember(event)
    guard let row = states[event.channelId] else { return }
    let isLast = row.summary.lastMessage?.id == event.messageId
    if isLast, !event.isHard {
      change(event.channelId) {
        $0.summary.lastMessage = $0.summary.lastMessage?.deleted(at: event.deletedAt)
      }
    }
    // Only the service knows which message came before the deleted one, and whether the deleted one was unread.
    if (isLast && event.isHard) || row.unreadCount > 0 { refresh(event.channelId) }
  }
}

nonisolated extension ChannelSummary {
  /// The quote in the last message follows the quoted one.
  mutating func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    if let quoted = lastMessage?.quoted { lastMessage?.quoted = change(quoted) }
  }

  func countsAsUnread(_ message: Message, for me: UserID) -> Bool {
    guard let timetoken = message.timetoken, message.author.id != me else { return false }
    return timetoken > reading.lastRead ?? Timetoken(0)
  }
}
