import ChatDomain

nonisolated extension ChannelListRow {
  /// Takes over what the channel's messages still wait for.
  mutating func take(_ queue: OutboxQueue) {
    pendingMessage = queue.lastMessage(in: id)
    failedMessage = queue.lastFailure(in: id)
  }
}

nonisolated extension Message {
  /// Whether it stands among the messages of its channel.
  var isShownInList: Bool { parentId == nil || isShownInChannel }
}
