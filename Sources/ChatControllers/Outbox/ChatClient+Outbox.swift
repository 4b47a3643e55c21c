public import ChatDomain

extension ChatClient {
  /// Waits until the service has answered for good what was sent, edited or pinned under a transaction; throws when it
  /// was refused or taken back. Nil when nothing is left of the message.
  public func result(of transaction: TransactionID) async throws(OutboxError) -> Message? {
    try await outbox.outcome(of: transaction)
  }

  /// What a channel's messages still wait for, in order.
  public func pendingWork(in channel: ChannelID) -> [OutboxEntry] { outbox.entries(in: channel) }

  /// Tries again at once what waits for the end of a pause, the connection itself among it.
  package func retryNow() {
    outbox.wakeAll()
    receiver?.hurry()
  }
}
