package import ChatDomain
import SQLite

/// What is done to histories when somebody is ignored, or no longer.
extension HistoryTrimmer {
  /// Hides all that somebody said, with what is counted of it. Only asking for the histories anew brings it back.
  package func hideMessages(by user: UserID) throws(CacheFault) {
    cache.knownInbox = nil
    try cache.connection.run(
      """
      UPDATE event SET shown = 0, counted = 0, in_channel = 0, listed = 0, mentions = 0
      WHERE sender = ? AND kind = ?
      """, .id(user), .integer(Int64(CachedEvent.Kind.message.rawValue)))
  }

  /// Removes the histories of all rooms. What the rooms are, what was sent and what the user keeps for themselves stays.
  package func removeAll() throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      cache.knownInbox = nil
      for table in ["words", "event", "slice", "thread"] { try cache.connection.run("DELETE FROM \(table)") }
    }
  }
}
