import ChatDomain

extension SQLiteStore {
  /// Looks whether too much is kept of the messages: with the first that are added in a session, and now and then.
  func trimCacheSoon(after changes: [StoreChange]) {
    for case .cacheMessages(let messages) in changes { messagesAdded += messages.count }
    guard messagesAdded > 0, trimming == nil, lock != nil else { return }
    guard !hasTrimmed || messagesAdded >= bounds.every else { return }
    (hasTrimmed, messagesAdded) = (true, 0)
    trimming = Task {
      await trimCache()
      trimming = nil
    }
  }

  private func trimCache() async {
    do throws(StorageFault) {
      let excess = try cacheTables.excess(over: bounds)
      let outbox = excess.isEmpty ? [] : try outboxTable.entries()
      for part in excess {
        let sent = outbox.filter { .id($0.channelId.rawValue) == part.channel }.flatMap(\.messages)
        let drafts = try draftTable.messages(in: part.channel)
        let spared = Set((drafts + sent).map { Value.id($0.rawValue) })
        // Each go by itself: a key that comes meanwhile has its turn in between.
        while try trim(part, sparing: spared) { await Task.yield() }
      }
      if !excess.isEmpty { emptyJournalSoon() }
    } catch {
      // What could not be taken away is too much the next time, too; what is wrong with the file is heard by whoever writes.
    }
  }

  private func trim(_ part: CacheTables.Excess, sparing spared: Set<Value>) throws(StorageFault) -> Bool {
    // Another file may have taken the place of the one that was looked at.
    guard refusal == nil, !isOutOfPlace else { return false }
    try connection.setSynchronous(false)
    return try connection.transaction { () throws(StorageFault) in
      try cacheTables.trim(part, sparing: spared, atMost: bounds.atOnce)
    }
  }
}
