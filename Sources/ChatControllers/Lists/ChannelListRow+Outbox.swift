import ChatDomain

nonisolated extension ChannelListRow {
  /// Applies the pending and failed messages of the channel.
  mutating func take(_ queue: OutboxQueue) {
    pendingMessage = queue.lastMessage(in: id)
    failedMessage = queue.lastFailure(in: id)
  }
}
