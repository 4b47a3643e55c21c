public import ChatDomain

extension ChatClient {
  /// Waits for the service's final answer to whatever was sent, edited or pinned under a transaction; throws if it was
  /// refused or withdrawn. Nil after a hard deletion.
  public func result(of transaction: TransactionID) async throws(OutboxError) -> Message? {
    try await outbox.outcome(of: transaction)
  }

  /// The pending outbox entries of a channel, in order.
  public func pendingWork(in channel: ChannelID) -> [OutboxEntry] { outbox.entries(in: channel) }

  /// The deletions and pins that can still be taken back, the latest last: `MessageController.takeBack` does it.
  public var delayedWork: [OutboxEntry] { outbox.delayed }

  /// Immediately retries everything that waits for the end of a pause, including the connection itself, except for what
  /// a busy service asked to wait with. Call this after the user has signed in again.
  public func retryNow() {
    outbox.worker.retryAllNow()
    receiver?.retryNow()
  }
}
