import CSQLite
import ChatDomain
import Glibc

extension StorageFault {
  /// What it means for whoever wanted to keep or to read something.
  func error(at path: String) -> StoreError {
    switch self {
    case .record: .corrupt(setAsideAs: nil)
    case .version(let found): .newerVersion(found: found, known: Migration.latest)
    case .sqlite(let code, let errno, let message): Self.error(code, errno, message, at: path)
    }
  }

  private static func error(
    _ code: Int32, _ errno: Int32, _ message: String, at path: String
  ) -> StoreError {
    switch code & 0xFF {
    case SQLITE_FULL: return .full
    case SQLITE_READONLY: return .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .notPermitted(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .corrupt(setAsideAs: nil)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
    // SQLite knows one of the ways in which the system says that there is no room.
    case SQLITE_IOERR, SQLITE_CANTOPEN: return error(ofSystem: errno, at: path) ?? .failed(message)
    default: return .failed(message)
    }
  }

  /// What the system meant, where it is one of the things that people know; nil: anything else.
  static func error(ofSystem errno: Int32, at path: String) -> StoreError? {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    case EACCES, EPERM: .notPermitted(path: path)
    default: nil
    }
  }

  /// Whether the file itself is damaged, so that trying again gives the same.
  var isDamage: Bool {
    switch self {
    case .record: true
    case .version: false
    case .sqlite(let code, _, _): [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF)
    }
  }
}
