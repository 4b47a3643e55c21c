package import ChatDomain
import SQLite

/// How far others have read in threads.
extension ReceiptTable {
  /// Who has read in a thread last, and tells it: what is in the thread, or everything.
  package func latest(
    under root: MessageID, in room: ChannelID, limit: Int
  ) throws(CacheFault) -> [CachedReceipt] {
    try receipts(
      of: room, "AND private = 0 AND place IN (CAST('' AS BLOB), ?) ORDER BY at DESC LIMIT ?",
      [.id(root), .integer(Int64(limit))])
  }

  /// Removes the oldest of what others have read in the threads of a room, beyond so many: there may be one for each of
  /// its people in each of its threads.
  package func trimThreads(
    of room: ChannelID, keeping count: Int, andThoseOf user: UserID
  ) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    let others = """
      room = ?1 AND private = 0 AND user != ?2 AND place NOT IN (CAST('' AS BLOB), CAST('main' AS BLOB))
      """
    try cache.connection.run(
      """
      DELETE FROM receipt WHERE \(others) AND (user, place) IN (
        SELECT user, place FROM receipt WHERE \(others) ORDER BY at DESC, user, place LIMIT -1 OFFSET ?3)
      """, .integer(number), .id(user), .integer(Int64(count)))
  }
}
