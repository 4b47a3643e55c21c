import CSQLite
import Glibc

/// Classifies SQLite's result codes for a store.
package enum ResultCode {
  /// Whether the file itself is damaged, so that a retry fails in the same way.
  ///
  /// A program's statements are fixed, so a missing table is damage, and so is an index entry without its row.
  package static func isDamage(_ code: Int32) -> Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH]
      .contains(code & 0xFF)
  }

  /// Whether another program has locked the file for longer than the timeout.
  package static func isBusy(_ code: Int32) -> Bool { code & 0xFF == SQLITE_BUSY }

  /// Whether there is no room. SQLite recognises only one of the system's errors for a full disk.
  package static func isFull(_ code: Int32, errno: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_FULL: true
    case SQLITE_IOERR, SQLITE_CANTOPEN: isFull(errno: errno)
    default: false
    }
  }

  /// Whether the system's error says that there is no room.
  package static func isFull(errno: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(errno) }
}
