package import ChatDomain
import SQLite

/// How far people have read.
package struct ReceiptTable {
  let cache: MatrixCache

  /// Keeps how far somebody has read, instead of what they had in the same scope and way.
  package func save(_ receipt: CachedReceipt) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO receipt (room, user, place, private, event, at) VALUES (?, ?, ?, ?, ?, ?)",
      .integer(try cache.newNumber(of: receipt.room)), .id(receipt.user), .id(receipt.scope),
      .flag(receipt.isPrivate), .id(receipt.event), .integer(receipt.at.microseconds))
  }

  /// How far people have read in a room, by user and scope.
  ///
  /// - Parameter user: nil: everybody.
  package func of(_ room: ChannelID, by user: UserID? = nil) throws(CacheFault) -> [CachedReceipt] {
    let choice = user == nil ? "" : "AND user = ? "
    return try receipts(
      of: room, "\(choice)ORDER BY user, place, private", user.map { [.id($0)] } ?? [])
  }

  /// Who has read in a room last, and tells it: what was said in the channel, or everything.
  package func latest(in room: ChannelID, limit: Int) throws(CacheFault) -> [CachedReceipt] {
    var both: [CachedReceipt] = []
    for place in ["", "main"] {
      both += try receipts(of: room, Self.latest, [.id(place), .integer(Int64(limit))])
    }
    return Array(both.sorted { $0.at > $1.at }.prefix(limit))
  }

  /// By the index that has them in this order: a room may have a receipt of each of its members.
  static let latest = "AND place = ? AND private = 0 ORDER BY at DESC LIMIT ?"

  /// - Parameter choice: which, behind that of the room, and in which order.
  func receipts(
    of room: ChannelID, _ choice: String, _ values: [Value]
  ) throws(CacheFault) -> [CachedReceipt] {
    guard let number = try cache.number(of: room) else { return [] }
    var receipts: [CachedReceipt] = []
    try cache.connection.rows(
      "SELECT user, place, private, event, at FROM receipt WHERE room = ? \(choice)",
      [.integer(number)] + values
    ) {
      receipts.append(
        CachedReceipt(
          room: room, user: $0.id(0), scope: $0.text(1), isPrivate: $0.flag(2), event: $0.id(3),
          at: Timestamp(microseconds: $0.integer(4))))
    }
    return receipts
  }
}

extension MatrixCache {
  /// The receipts of rooms.
  package var receipts: ReceiptTable { ReceiptTable(cache: self) }
}

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
