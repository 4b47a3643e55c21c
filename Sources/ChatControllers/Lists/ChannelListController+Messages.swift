import ChatDomain

extension ChannelListController {
  func received(_ message: Message) {
    if typing[message.channelId] != nil { changeTyping(in: message.channelId) { $0.apply(message) } }
    guard message.isShownInList else { return }
    guard let row = states[message.channelId] else { return loadFirstPage() }
    guard message.isLater(than: row.summary.lastMessage) else {
      // Counted already by an answer that was faster, or late: only the service can tell.
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
    // Other words can mention somebody who was not mentioned before, or the other way round.
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
    // What was the last before it, and whether it was unread, is known to the service alone.
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
  /// Takes over a later state. What is known of the thread comes by events of its own, and may be newer.
  mutating func take(_ message: Message) {
    if !message.isOlder(than: self) { self = message.keepingThread(of: self) }
  }

  /// What a soft deletion leaves.
  mutating func loseWords(at time: Timestamp) {
    deletedAt = time
    elements = []
    files = []
    quoted = nil
    pin = nil
    reactions = []
  }
}
