import ChatDomain

extension ChannelListController {
  func received(_ message: Message) {
    if typing[message.channelId] != nil { changeTyping(in: message.channelId) { $0.apply(message) } }
    guard message.isShownInList else { return }
    guard let row = states[message.channelId] else { return loadFirstPage() }
    guard message.isLater(than: row.summary.lastMessage) else {
      // Late, or already counted by an answer that came first: only the service knows which.
      if row.summary.lastMessage?.id != message.id { refresh(message.channelId) }
      return
    }
    change(message.channelId) { row in
      row.summary.lastMessage = message
      if message.kind == .regular, message.author.id != client.currentUser.id {
        row.summary.reading.count(message, for: client.currentUser.id)
      }
    }
  }

  func updated(_ message: Message) {
    guard let row = states[message.channelId] else { return }
    if row.summary.lastMessage?.id == message.id {
      change(message.channelId) { $0.summary.lastMessage?.take(message) }
    }
    // The new text can mention somebody who was not mentioned before, or no longer mention them.
    if message.editedAt != nil, row.summary.countsAsUnread(message, for: client.currentUser.id) {
      refresh(message.channelId)
    }
  }

  func deleted(_ event: MessageDeletedEvent) {
    guard let row = states[event.channelId] else { return }
    let isLast = row.summary.lastMessage?.id == event.messageId
    if isLast, !event.isHard {
      change(event.channelId) { $0.summary.lastMessage?.loseWords(at: event.deletedAt) }
    }
    // Only the service knows which message came before the deleted one, and whether the deleted one was unread.
    if (isLast && event.isHard) || row.unreadCount > 0 { refresh(event.channelId) }
  }
}

nonisolated extension ChannelSummary {
  func countsAsUnread(_ message: Message, for me: UserID) -> Bool {
    guard let timetoken = message.timetoken, message.author.id != me else { return false }
    return timetoken > reading.lastRead ?? Timetoken(0)
  }
}

nonisolated extension Message {
  /// Applies a later state. The thread info is kept: it is updated by its own events, and may be newer.
  mutating func take(_ message: Message) {
    if !message.isOlder(than: self) { self = message.keepingThread(of: self) }
  }

  /// Applies a soft deletion, which removes the text.
  mutating func loseWords(at time: Timestamp) {
    deletedAt = time
    elements = []
    files = []
    quoted = nil
    pin = nil
    reactions = []
  }
}
