import ChatDomain

extension Outbox {
  /// Retries what was refused, at its original place.
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
    // A user's retry does not wait for the end of a pause.
    wake(entry.channelId)
  }

  /// Discards what was refused: a message is withdrawn, an edit or a deletion is no longer shown. The text goes into
  /// the history now: it may have left the composer too long ago to be still there.
  func discard(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: message, in: channel)
    let failed = known.filter { $0.failure != nil }
    guard !failed.isEmpty else { throw known.isEmpty ? .unknown : .notFailed }
    await writer.write(drop(failed) + refuseReplies(to: failed) + retire(failed))
    // What waited for the end of a deletion.
    work(in: channel)
  }

  /// Removes entries from the queue and announces it, so that they are no longer overlaid on a message.
  ///
  /// - Returns: the changes the store needs to forget them.
  func drop(_ entries: [OutboxEntry]) -> [StoreChange] {
    let changes = remove(entries)
    postWithdrawal(of: entries)
    return changes
  }

  /// Removes entries from the queue, without announcing it yet.
  ///
  /// - Returns: the changes the store needs to forget them.
  func remove(_ entries: [OutboxEntry]) -> [StoreChange] {
    let changes = entries.map { entry in
      queue.remove(entry.transactionId)
      // The service has an accepted message; callers waiting for it get it.
      if !entry.isAccepted { results.end(entry.transactionId, .failure(.withdrawn)) }
      return StoreChange.deleteOutbox(entry.transactionId)
    }
    return changes + entries.filter(\.isDelete).flatMap { letGo(heldBackAbout: $0.message) }
  }

  /// Lets go what was to be done only if the message stays, which it does without the deletion.
  private func letGo(heldBackAbout message: Message) -> [StoreChange] {
    queue.entries(about: message.id, in: message.channelId).filter(\.isHeldBack).map { held in
      var entry = held
      entry.notBefore = nil
      queue.put(entry)
      if !entry.isAccepted { post(entry) }
      return .saveOutbox(entry)
    }
  }

  /// The same for what waits for a deletion that a damaged store has lost.
  func letGoOrphans() -> [StoreChange] {
    queue.channels.flatMap { queue.entries(in: $0) }.filter(\.isHeldBack).flatMap { held in
      queue.entries(about: held.message.id, in: held.channelId).contains(where: \.isDelete)
        ? [] : letGo(heldBackAbout: held.message)
    }
  }

  func postWithdrawal(of entries: [OutboxEntry]) {
    // Accepted messages and lookups are not shown.
    for entry in entries where !entry.isAccepted && !entry.isLookup { post(.withdrawn, of: entry) }
  }
}
