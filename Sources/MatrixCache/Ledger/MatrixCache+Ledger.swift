package import ChatDomain
import SQLite

extension MatrixCache {
  // MARK: Values

  /// A small value that is kept under a key.
  package func value(forKey key: String) throws(CacheFault) -> String? {
    try connection.first("SELECT value FROM mark WHERE name = ?", .id(key)) { $0.text(0) }
  }

  /// Keeps a small value under a key; nil removes it.
  package func setValue(_ value: String?, forKey key: String) throws(CacheFault) {
    if let value {
      try connection.run("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", .id(key), .id(value))
    } else {
      try connection.run("DELETE FROM mark WHERE name = ?", .id(key))
    }
  }

  // MARK: People

  /// Keeps the name of a user; nothing else of the user is kept.
  package func saveUser(_ user: User) throws(CacheFault) {
    try connection.run(
      "INSERT OR REPLACE INTO user (id, name) VALUES (?, ?)", .id(user.id), .text(user.name))
  }

  package func user(_ id: UserID) throws(CacheFault) -> User? {
    try connection.first("SELECT name FROM user WHERE id = ?", .id(id)) {
      User(id: id, name: $0.textIfAny(0))
    }
  }

  // MARK: What is being sent

  /// Keeps a transaction, instead of the one before with the same id and purpose.
  package func saveTransaction(_ transaction: CachedTransaction) throws(CacheFault) {
    try connection.run(
      "INSERT OR REPLACE INTO sent (id, purpose, room, result, at) VALUES (?, ?, ?, ?, ?)",
      .id(transaction.id), .id(transaction.purpose), .integer(try newNumber(of: transaction.room)),
      .id(transaction.result), .integer(transaction.at.microseconds))
  }

  package func transaction(
    _ id: TransactionID, purpose: String
  ) throws(CacheFault) -> CachedTransaction? {
    try connection.first(
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

  package func forgetTransactions(before time: Timestamp) throws(CacheFault) {
    try connection.run("DELETE FROM sent WHERE at < ?", .integer(time.microseconds))
  }

  /// Keeps an upload, instead of the one before with the same id.
  package func save(_ upload: CachedUpload) throws(CacheFault) {
    try connection.run(
      """
      INSERT INTO upload (id, txn, name, type, size, received, address, done) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET txn = excluded.txn, name = excluded.name, type = excluded.type,
        size = excluded.size, received = excluded.received, address = excluded.address, done = excluded.done
      """, .id(upload.id), .id(upload.transactionId), .id(upload.file.name), .id(upload.file.mimeType),
      .integer(Int64(upload.file.size)), .integer(Int64(upload.received)), .text(upload.address),
      .flag(upload.isDone))
  }

  package func upload(_ id: UploadID) throws(CacheFault) -> CachedUpload? {
    try uploads(where: "WHERE id = ?", .id(id)).first
  }

  /// The upload that was begun with a transaction; the last one if there were several.
  package func upload(of transaction: TransactionID) throws(CacheFault) -> CachedUpload? {
    try uploads(where: "WHERE txn = ?", .id(transaction)).last
  }

  /// Removes the oldest uploads that are done, but for so many.
  package func forgetUploads(keeping count: Int) throws(CacheFault) {
    try connection.run(
      "DELETE FROM upload WHERE done = 1 AND rowid <= (SELECT max(rowid) FROM upload) - ?",
      .integer(Int64(count)))
  }

  /// All uploads, in the order in which they were begun.
  package func uploads() throws(CacheFault) -> [CachedUpload] { try uploads(where: "") }

  private func uploads(where choice: String, _ values: Value...) throws(CacheFault) -> [CachedUpload] {
    var uploads: [CachedUpload] = []
    try connection.rows(
      "SELECT id, txn, name, type, size, received, address, done FROM upload \(choice) ORDER BY rowid", values
    ) {
      let file = FileDescription(name: $0.text(2), mimeType: $0.text(3), size: Int($0.integer(4)))
      uploads.append(
        CachedUpload(
          id: $0.id(0), transactionId: $0.id(1), file: file, received: Int($0.integer(5)),
          address: $0.textIfAny(6), isDone: $0.flag(7)))
    }
    return uploads
  }
}
