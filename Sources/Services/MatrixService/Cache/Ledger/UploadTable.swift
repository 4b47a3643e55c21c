package import ChatDomain
import SQLite

/// The files on their way to the server.
package struct UploadTable {
  let cache: MatrixCache

  /// Keeps an upload, instead of the one before with the same id.
  package func save(_ upload: CachedUpload) throws(CacheFault) {
    try cache.connection.run(
      """
      INSERT INTO upload (id, txn, name, type, size, received, address, done) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET txn = excluded.txn, name = excluded.name, type = excluded.type,
        size = excluded.size, received = excluded.received, address = excluded.address, done = excluded.done
      """, .id(upload.id), .id(upload.transactionId), .id(upload.file.name), .id(upload.file.mimeType),
      .integer(Int64(upload.file.size)), .integer(Int64(upload.received)), .text(upload.address),
      .flag(upload.isDone))
  }

  package func upload(_ id: UploadID) throws(CacheFault) -> CachedUpload? {
    try rows(where: "WHERE id = ?", .id(id)).first
  }

  /// The upload that was begun with a transaction; the last one if there were several.
  package func upload(of transaction: TransactionID) throws(CacheFault) -> CachedUpload? {
    try rows(where: "WHERE txn = ?", .id(transaction)).last
  }

  /// Removes the oldest uploads that are done, but for so many.
  package func forgetDone(keeping count: Int) throws(CacheFault) {
    try cache.connection.run(
      "DELETE FROM upload WHERE done = 1 AND rowid <= (SELECT max(rowid) FROM upload) - ?",
      .integer(Int64(count)))
  }

  /// All uploads, in the order in which they were begun.
  package func all() throws(CacheFault) -> [CachedUpload] { try rows(where: "") }

  private func rows(where choice: String, _ values: Value...) throws(CacheFault) -> [CachedUpload] {
    var uploads: [CachedUpload] = []
    try cache.connection.rows(
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

extension MatrixCache {
  /// The files on their way.
  package var uploads: UploadTable { UploadTable(cache: self) }
}
