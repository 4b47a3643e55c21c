import ChatDomain
import SQLite

/// The requests that the service has not accepted yet.
struct OutboxTable {
  let connection: Connection

  func save(_ entry: OutboxEntry) throws(StorageFault) {
    try connection.run(
      """
      INSERT INTO outbox (txn, sequence, record) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET sequence = excluded.sequence, record = excluded.record
      """, .id(entry.transactionId.rawValue), .integer(Int64(entry.sequence)), .bytes(Record.sealed(entry)))
  }

  func delete(_ id: TransactionID) throws(StorageFault) {
    try connection.run("DELETE FROM outbox WHERE txn = ?", .id(id.rawValue))
  }

  func entries() throws(StorageFault) -> [OutboxEntry] {
    try connection.records("SELECT record FROM outbox ORDER BY sequence, txn")
  }
}

extension OutboxEntry {
  /// The messages that the request refers to.
  var messages: [MessageID] { [message.id, message.parentId, message.quoted?.id].compactMap(\.self) }
}
