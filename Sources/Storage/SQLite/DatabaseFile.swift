import CSQLite
import Glibc

/// The file of a database, and the files that SQLite puts next to it.
package enum DatabaseFile {
  package static func all(of path: String) -> [String] { [path, path + "-wal", path + "-shm"] }

  /// Removes all of these files. Errors are ignored, because usually some are missing.
  package static func remove(_ path: String) {
    for file in all(of: path) { unlink(file) }
  }
}

extension Connection {
  /// Creates an empty file that only this user can read, before SQLite creates one that others can read.
  package static func makePrivateFile(_ path: String) throws(Fault) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .system(errno: errno, path: path) }
    // Closing a file drops all locks that the process holds on it; at this point the process has no other descriptor for it.
    close(file)
  }
}

/// The error type that the connections of a target throw, made from the errors of SQLite or the system.
package protocol DatabaseFault: Error {
  /// SQLite's message with its extended code, and the system's error, which is 0 if there was none.
  static func sqlite(code: Int32, errno: Int32, message: String) -> Self
  /// The system's error for a file.
  static func system(errno: Int32, path: String) -> Self
}

/// Classifies SQLite's result codes for a store.
package enum ResultCode {
  /// Whether the file itself is damaged, so that a retry fails in the same way.
  ///
  /// A program's statements are fixed, so a missing table is damage, and so is an index entry without its row.
  package static func isDamage(_ code: Int32) -> Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH]
      .contains(code & 0xFF)
  }

  /// Whether another connection held a lock for longer than the timeout.
  package static func isBusy(_ code: Int32) -> Bool { code & 0xFF == SQLITE_BUSY }

  /// Whether there is no space left. Of the system's errors for that, SQLite itself recognises only `ENOSPC`.
  package static func isFull(_ code: Int32, errno: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_FULL: true
    case SQLITE_IOERR, SQLITE_CANTOPEN: isFull(errno: errno)
    default: false
    }
  }

  /// Whether the system's error says that there is no space left.
  package static func isFull(errno: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(errno) }
}
