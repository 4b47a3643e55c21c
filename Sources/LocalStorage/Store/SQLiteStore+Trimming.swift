import ChatDomain
import SQLite

extension SQLiteStore {
  /// Checks whether too many messages are stored: when the first are added in a session, and now and then.
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
        // Each round is its own job, so that a key can be handled in between.
        while try trim(part, sparing: spared) { await Task.yield() }
      }
      if !excess.isEmpty { emptyJournalSoon() }
    } catch {
      // Messages that could not be removed are still too many the next time; a fault in the file is reported to the
      // next writer.
    }
  }

  private func trim(_ part: CacheTables.Excess, sparing spared: Set<Value>) throws(StorageFault) -> Bool {
    // Another file may have replaced the one that was checked.
    guard refusal == nil, !isOutOfPlace else { return false }
    try needJournal()
    try connection.setSynchronous(false)
    return try connection.transaction { () throws(StorageFault) in
      try cacheTables.trim(part, sparing: spared, atMost: bounds.atOnce)
    }
  }
}
