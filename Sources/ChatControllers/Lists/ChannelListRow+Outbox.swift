import ChatDomain

nonisolated extension ChannelListRow {
  /// Applies the pending and failed messages of the channel.
  mutating func showPending(in queue: OutboxQueue) {
    pendingMessage = queue.lastMessage(in: id)
    failedMessage = queue.lastFailure(in: id)
  }
}
