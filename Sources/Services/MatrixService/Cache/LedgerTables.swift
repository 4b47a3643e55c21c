import ChatDomain
import SQLite

/// A file on its way to the server.
struct CachedUpload: Hashable, Sendable {
  let id: UploadID
  let transactionId: TransactionID
  let file: FileDescription
  /// The number of bytes received so far.
  var received: Int
  /// The address at the server, once it has assigned one.
  var address: String?
  /// The key of an encrypted file, in the form of ``MediaKey/text``.
  var key: String?
  var isDone = false
}

/// Results of requests by their transaction ids.
struct TransactionTable {
  let cache: MatrixCache

  /// Saves the result of a transaction, replacing the one with the same id and purpose.
  ///
  /// - Parameters:
  ///   - purpose: the kind of request, as the service names it. An id can be used once for each purpose.
  ///   - result: the resulting message.
  func save(
    _ id: TransactionID, _ purpose: String, in room: ChannelID, result: MessageID, at time: Timestamp
  ) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO sent (id, purpose, room, result, at) VALUES (?, ?, ?, ?, ?)",
      .id(id), .id(purpose), .integer(try cache.newNumber(of: room)), .id(result),
      .integer(time.microseconds))
  }

  func result(of id: TransactionID, purpose: String) throws(CacheFault) -> MessageID? {
    // A removed room has no results.
    try cache.connection.first(
      """
      SELECT result FROM sent JOIN room ON room.number = sent.room
      WHERE sent.id = ? AND purpose = ? AND result IS NOT NULL
      """, .id(id), .id(purpose)
    ) { $0.id(0) }
  }

  func forget(before time: Timestamp) throws(CacheFault) {
    try cache.connection.run("DELETE FROM sent WHERE at < ?", .integer(time.microseconds))
  }
}

/// The files on their way to the server.
struct UploadTable {
  let cache: MatrixCache

  /// Saves an upload, replacing the one with the same id.
  func save(_ upload: CachedUpload) throws(CacheFault) {
    try cache.connection.run(
      """
      INSERT INTO upload (id, txn, name, type, size, received, address, done, room, key)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET txn = excluded.txn, name = excluded.name, type = excluded.type,
        size = excluded.size, received = excluded.received, address = excluded.address, done = excluded.done,
        room = excluded.room, key = excluded.key
      """, .id(upload.id), .id(upload.transactionId), .id(upload.file.name), .id(upload.file.mimeType),
      .integer(Int64(upload.file.size)), .integer(Int64(upload.received)), .text(upload.address),
      .flag(upload.isDone), .id(upload.file.channelId),
      .text(upload.key))
  }

  func upload(_ id: UploadID) throws(CacheFault) -> CachedUpload? {
    try rows(where: "WHERE id = ?", .id(id)).first
  }

  /// The upload that was begun with a transaction; the last one if there were several.
  func upload(of transaction: TransactionID) throws(CacheFault) -> CachedUpload? {
    try rows(where: "WHERE txn = ?", .id(transaction)).last
  }

  /// Removes finished uploads, except those among the last `count` uploads.
  func forgetDone(keeping count: Int) throws(CacheFault) {
    try cache.connection.run(
      "DELETE FROM upload WHERE done = 1 AND rowid <= (SELECT max(rowid) FROM upload) - ?",
      .integer(Int64(count)))
  }

  /// All uploads, in the order in which they were begun.
  func all() throws(CacheFault) -> [CachedUpload] { try rows(where: "") }

  private func rows(where choice: String, _ values: Value...) throws(CacheFault) -> [CachedUpload] {
    var uploads: [CachedUpload] = []
    try cache.connection.rows(
      "SELECT id, txn, name, type, size, received, address, done, room, key FROM upload \(choice) ORDER BY rowid",
      values
    ) {
      let file = FileDescription(
        name: $0.text(2), mimeType: $0.text(3), size: Int($0.integer(4)), channelId: $0.idIfAny(8))
      uploads.append(
        CachedUpload(
          id: $0.id(0), transactionId: $0.id(1), file: file, received: Int($0.integer(5)),
          address: $0.textIfAny(6), key: $0.textIfAny(9), isDone: $0.flag(7)))
    }
    return uploads
  }
}

/// The names of users.
struct UserTable {
  let cache: MatrixCache

  /// Saves the name of a user, and nothing else.
  func save(_ user: User) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO user (id, name) VALUES (?, ?)", .id(user.id), .text(user.name))
  }

  func user(_ id: UserID) throws(CacheFault) -> User? {
    try cache.connection.first("SELECT name FROM user WHERE id = ?", .id(id)) {
      User(id: id, name: $0.textIfAny(0))
    }
  }
}

/// Small values under keys.
struct ValueTable {
  let cache: MatrixCache

  /// The value under a key; nil if there is none.
  func value(forKey key: String) throws(CacheFault) -> String? {
    try cache.connection.first("SELECT value FROM mark WHERE name = ?", .id(key)) { $0.text(0) }
  }

  /// Saves a value under a key; nil removes it.
  func set(_ value: String?, forKey key: String) throws(CacheFault) {
    if let value {
      try cache.connection.run(
        "INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", .id(key), .id(value))
    } else {
      try cache.connection.run("DELETE FROM mark WHERE name = ?", .id(key))
    }
  }
}
