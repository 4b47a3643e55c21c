import CSQLite
import Glibc
import SQLite

extension Connection {
  /// Prepares a file for this program. A file of a newer version is left as it is.
  func configure() throws(StorageFault) {
    let found = try knownVersion()
    try setUp()
    try migrate(from: found)
  }

  /// Makes a new file that needs no journal, and is on the disk on return.
  /// - Parameter fill: writes what it is to hold.
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

  /// Looks at the tables that hold what was typed. A damaged page can also make rows vanish, and then nobody who reads
  /// the others would notice.
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
  }
}
