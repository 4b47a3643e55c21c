package import ChatDomain
import SQLite

/// What was sent under ids of ours, and what came of it.
package struct TransactionTable {
  let cache: MatrixCache

  /// Keeps a transaction, instead of the one before with the same id and purpose.
  package func save(_ transaction: CachedTransaction) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO sent (id, purpose, room, result, at) VALUES (?, ?, ?, ?, ?)",
      .id(transaction.id), .id(transaction.purpose), .integer(try cache.newNumber(of: transaction.room)),
      .id(transaction.result), .integer(transaction.at.microseconds))
  }

  package func result(
    of id: TransactionID, purpose: String
  ) throws(CacheFault) -> CachedTransaction? {
    try cache.connection.first(
      """
      SELECT room.id, result, at FROM sent JOIN room ON room.number = sent.room
      WHERE sent.id = ? AND purpose = ? AND result IS NOT NULL
      """, .id(id), .id(purpose)
    ) {
      CachedTransaction(
        id: id, room: $0.id(0), purpose: purpose, result: $0.id(1),
        at: Timestamp(microseconds: $0.integer(2)))
    }
  }

  package func forget(before time: Timestamp) throws(CacheFault) {
    try cache.connection.run("DELETE FROM sent WHERE at < ?", .integer(time.microseconds))
  }
}

extension MatrixCache {
  /// What was sent.
  package var transactions: TransactionTable { TransactionTable(cache: self) }
}
