import ChatDomain

extension Outbox {
  /// Tries again what was refused, at the place it had.
  func resend(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: message, in: channel)
    guard let failed = known.first(where: { $0.failure != nil }) else {
      throw known.isEmpty ? .unknown : .notFailed
    }
    try await resend(failed.transactionId)
  }

  func resend(_ id: TransactionID) async throws(OutboxError) {
    guard let entry = queue[id] else { throw .unknown }
    guard entry.failure != nil else { throw .notFailed }
    await change(entry.waiting())
    // A person does not wait for the end of a pause.
    wake(entry.channelId)
  }

  /// Lets go of what was refused: a message is withdrawn, and of an edit or a deletion nothing more is shown. The words are
  /// in the history from then on: that they left a composer may be too long ago to be known there.
  func discard(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: message, in: channel)
    let failed = known.filter { $0.failure != nil }
    guard !failed.isEmpty else { throw known.isEmpty ? .unknown : .notFailed }
    await writer.write(drop(failed) + refuseReplies(to: failed) + retire(failed))
  }

  /// Takes entries out of the queue, and tells of it: nothing of them lies over a message any more.
  ///
  /// - Returns: what the store has to forget.
  func drop(_ entries: [OutboxEntry]) -> [StoreChange] {
    let changes = remove(entries)
    postWithdrawal(of: entries)
    return changes
  }

  /// Takes entries out of the queue, without telling yet.
  ///
  /// - Returns: what the store has to forget.
  func remove(_ entries: [OutboxEntry]) -> [StoreChange] {
    entries.map { entry in
      queue.remove(entry.transactionId)
      // The service has an accepted one; whoever asks for its message gets it.
      if !entry.isAccepted { results.end(entry.transactionId, .failure(.withdrawn)) }
      return .deleteOutbox(entry.transactionId)
    }
  }

  func postWithdrawal(of entries: [OutboxEntry]) {
    // Of the others nothing is shown.
    for entry in entries where !entry.isAccepted && !entry.isLookup { post(.withdrawn, of: entry) }
  }
}
