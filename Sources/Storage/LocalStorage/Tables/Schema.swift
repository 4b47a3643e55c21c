import CSQLite
import Glibc
import SQLite

extension Migration {
  /// The migrations that bring a file to the current schema.
  static let all = [draftsAndOutboxAndCache, transactionsAndQuotesOfMessages]

  /// The version of a file after all migrations.
  static var latest: Int { all.count }

  /// Columns hold the values used in queries; the rest is a record.
  ///
  /// - `parent` is empty for the draft of a channel; for a thread it is a 1 followed by the id of the parent message.
  /// - A long draft is not rewritten with every key: `draft_change` has the changes since it was written.
  /// - A message is stored in display order: `token` is the service's token with the highest bit flipped, so that it
  ///   sorts as a signed number, and messages without one come last.
  private static let draftsAndOutboxAndCache = Migration(
    name: "drafts, history, outbox, channels and messages",
    sql: """
      CREATE TABLE draft (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL, parent BLOB NOT NULL, created INTEGER NOT NULL,
        head BLOB NOT NULL, record BLOB NOT NULL, background BLOB NOT NULL, UNIQUE (channel, parent)
      ) STRICT;
      CREATE TABLE draft_change (
        draft INTEGER NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (draft, number)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL, parent BLOB NOT NULL, at INTEGER NOT NULL,
        record BLOB NOT NULL
      ) STRICT;
      CREATE INDEX history_time ON history (at, id);
      CREATE INDEX history_place ON history (channel, parent, at, id);
      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY, txn BLOB NOT NULL UNIQUE, sequence INTEGER NOT NULL, record BLOB NOT NULL
      ) STRICT;
      CREATE TABLE mark (name TEXT PRIMARY KEY, record BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE channel (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL UNIQUE, activity INTEGER NOT NULL, record BLOB NOT NULL
      ) STRICT;
      CREATE INDEX channel_activity ON channel (activity DESC, channel);
      CREATE TABLE message (
        channel BLOB NOT NULL, unsent INTEGER NOT NULL, token INTEGER NOT NULL, created INTEGER NOT NULL,
        id BLOB NOT NULL, record BLOB NOT NULL, PRIMARY KEY (channel, unsent, token, created, id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX message_id ON message (channel, id);
      """)

  /// Indexes messages by the transaction they were sent with and by the message they quote. For messages stored earlier, both
  /// columns stay empty until the message is stored again.
  ///
  /// A file of this version also has records of version 2, which earlier programs cannot read.
  private static let transactionsAndQuotesOfMessages = Migration(
    name: "transactions and quotes of messages",
    sql: """
      ALTER TABLE message ADD COLUMN txn BLOB;
      ALTER TABLE message ADD COLUMN quoted BLOB;
      CREATE INDEX message_txn ON message (channel, txn) WHERE txn IS NOT NULL;
      CREATE INDEX message_quoted ON message (channel, quoted) WHERE quoted IS NOT NULL;
      """)
}

extension Connection {
  /// The path of a database in memory.
  static var memory: String { ":memory:" }

  /// Prepares a file for this program. A file of a newer version is refused, and not changed.
  func configure() throws(StorageFault) {
    let found = try knownVersion()
    try setUp()
    // 256 kB instead of SQLite's 2 MB: written data is rarely read again while the program runs, and the system has it in its own
    // cache.
    try execute("PRAGMA cache_size = -256")
    try migrate(from: found)
  }

  /// Makes a new file that needs no journal, and returns once it is on the disk.
  /// - Parameter fill: writes the contents.
  static func makeFile(
    _ path: String, _ fill: (Connection) throws(StorageFault) -> Void
  ) throws(StorageFault) {
    DatabaseFile.remove(path)
    try makePrivateFile(path)
    let new = try Connection(path: path)
    try new.configure()
    try fill(new)
    try new.eraseJournal(patience: 0)
    try SystemFile.sync(path)
    // The journal is empty by now, and SQLite recreates the shared memory.
    for end in ["-wal", "-shm"] { unlink(path + end) }
  }

  /// Checks the tables with typed text, and throws if one is damaged. A damaged page can make rows vanish without an error.
  func checkWords() throws(StorageFault) {
    for table in ["draft", "draft_change", "history", "outbox", "mark"] {
      var finding: String?
      try rows("PRAGMA integrity_check(\(table))", []) { row in
        finding = finding ?? String(decoding: row.bytes(0), as: UTF8.self)
      }
      guard finding == "ok" else {
        throw .sqlite(code: SQLITE_CORRUPT, errno: 0, message: finding ?? "no table \(table)")
      }
    }
    let strays = try first("SELECT count(*) FROM draft_change WHERE draft NOT IN (SELECT id FROM draft)") {
      $0.integer(0)
    }
    guard strays == 0 else {
      throw .sqlite(code: SQLITE_CORRUPT, errno: 0, message: "changes without a draft")
    }
    try MarkTable(connection: self).check()
  }

  /// Opens a file for reading only, in this program's current schema.
  ///
  /// A file of an earlier version is copied into memory and migrated there: it may be in use by another session, or on
  /// a read-only disk. A file of a newer version is refused.
  static func reading(
    _ path: String, migrations: [Migration] = Migration.all
  ) throws(StorageFault) -> Connection {
    let file = try Connection(path: path, isReadOnly: true)
    let found = try file.knownVersion(to: migrations)
    guard found < migrations.count else { return file }
    let copy = try Connection(path: memory)
    try file.copy(into: copy)
    try copy.migrate(from: found, by: migrations)
    return copy
  }

  /// The version of a file; 0 if the file is new. Throws if this program does not know the version.
  ///
  /// A file stores its version twice: in `user_version`, and with a checksum in a row. Only the row can make a file count as newer:
  /// one flipped bit in `user_version` must not make the user's text inaccessible.
  func knownVersion(to migrations: [Migration] = Migration.all) throws(StorageFault) -> Int {
    let found = try version()
    if let certain = try certainVersion, certain > migrations.count { throw .version(certain) }
    guard (0...migrations.count).contains(found) else {
      throw .sqlite(code: SQLITE_CORRUPT, errno: 0, message: "version \(found), which nothing else says")
    }
    return found
  }

  /// The version stored in a row. Files of version 2 and before may have none.
  private var certainVersion: Int? {
    get throws(StorageFault) {
      do throws(StorageFault) { return try MarkTable(connection: self).version() } catch {
        // A new file has no tables yet, and other checks detect a damaged one.
        guard error.isDamage else { throw error }
        return nil
      }
    }
  }

  /// Brings a file to the latest version.
  func migrate(from found: Int, by migrations: [Migration] = Migration.all) throws(StorageFault) {
    try migrate(from: found, by: migrations) { () throws(StorageFault) in
      // A new file has never had a journal with text in it.
      if found == 0 { try setMark(.newComplete()) }
      try MarkTable(connection: self).save(version: migrations.count)
    }
  }
}
