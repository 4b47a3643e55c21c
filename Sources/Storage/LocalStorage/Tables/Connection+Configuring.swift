import CSQLite
import Glibc
import SQLite

extension Connection {
  /// The path of a database in memory.
  static var memory: String { ":memory:" }

  /// Prepares a file for this program. A file of a newer version is not changed.
  func configure() throws(StorageFault) {
    let found = try knownVersion()
    try setUp()
    // In kilobytes. Written data is rarely read again while the program runs, and the system has it in its own cache; without a
    // limit SQLite would keep 2 MB of it, half a kilobyte of each message.
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
    // Both are empty by now.
    for end in ["-wal", "-shm"] { unlink(path + end) }
  }

  /// Reads the tables with typed text. A damaged page can also make rows vanish, and a read of the other tables would not
  /// detect that.
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

  /// The version of a file, which this program knows; 0 if the file is new.
  ///
  /// A newer file stores its version twice, the second time in a row with a checksum, and only that is trusted. SQLite's own
  /// number has no checksum, and one flipped bit in it must not make the user's text inaccessible.
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
