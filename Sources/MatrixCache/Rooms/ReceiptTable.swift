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

  /// Who has read how far in a room, by user and scope.
  package func of(_ room: ChannelID) throws(CacheFault) -> [CachedReceipt] {
    guard let number = try cache.number(of: room) else { return [] }
    var receipts: [CachedReceipt] = []
    try cache.connection.rows(
      "SELECT user, place, private, event, at FROM receipt WHERE room = ? ORDER BY user, place, private",
      [.integer(number)]
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
