import CSQLite
public import ChatDomain
import Glibc
import SQLite

/// An error below the store, before it is translated for the caller.
enum StorageFault: DatabaseFault, Hashable {
  /// SQLite's message with its extended code, and the system's error.
  case sqlite(code: Int32, errno: Int32, message: String)
  /// The system's error for a file or a folder.
  case system(errno: Int32, path: String)
  /// The file is of a newer version than this program.
  case version(Int)
  /// Another session owns the profile.
  case owned(by: ProfileOwner)
  /// A damaged record.
  case record(RecordDamage)

  /// There is no file of this name.
  static func missing(_ path: String) -> StorageFault { .system(errno: ENOENT, path: path) }

  /// The system's last error.
  static func system(at path: String) -> StorageFault { .system(errno: Glibc.errno, path: path) }
}

/// A connection to the file of a store.
typealias Connection = SQLite.Connection<StorageFault>

extension StorageFault {
  /// The error that the caller of the store gets.
  func error(at path: String) -> StoreError {
    switch self {
    case .record: .corrupt(setAsideAs: nil)
    case .version(let found): .newerVersion(found: found, known: Migration.latest)
    case .owned(let owner): .lockedBy(process: owner.process)
    case .system(let errno, let path): Self.error(ofSystem: errno, at: path)
    case .sqlite(let code, let errno, let message): Self.error(code, errno, message, at: path)
    }
  }

  private static func error(
    _ code: Int32, _ errno: Int32, _ message: String, at path: String
  ) -> StoreError {
    switch code & 0xFF {
    case _ where ResultCode.isFull(code, errno: errno): .full
    case SQLITE_READONLY: .readOnly
    case SQLITE_PERM, SQLITE_AUTH: .notPermitted(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt(setAsideAs: nil)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      errno == 0 ? .failed(message) : error(ofSystem: errno, at: path)
    default: .failed(message)
    }
  }

  private static func error(ofSystem errno: Int32, at path: String) -> StoreError {
    switch errno {
    case _ where ResultCode.isFull(errno: errno): .full
    case EROFS: .readOnly
    case EACCES, EPERM: .notPermitted(path: path)
    default: .failed("\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Whether the file itself is damaged, so that a retry fails in the same way.
  var isDamage: Bool {
    switch self {
    case .record: true
    case .version, .system, .owned: false
    case .sqlite(let code, _, _): ResultCode.isDamage(code)
    }
  }
}

extension Connection {
  /// The records in the first column of each row, in order.
  func records<Entry: Recordable>(
    _ sql: String, _ values: [Value] = []
  ) throws(StorageFault) -> [Entry] {
    var records: [Entry] = []
    try rows(sql, values) { row throws(StorageFault) in records.append(try row.record(0)) }
    return records
  }
}

extension Row {
  func record<Value: Recordable>(_ column: Int32) throws(StorageFault) -> Value {
    try damage { (row) throws(RecordDamage) in try Record.opened(row.bytes(column)) }
  }

  /// Calls the closure with the row, and turns a damaged record into a fault of the file.
  func damage<Result>(_ body: (Row) throws(RecordDamage) -> Result) throws(StorageFault) -> Result {
    do { return try body(self) } catch { throw .record(error) }
  }
}

/// The process that has a profile open.
public struct ProfileOwner: Hashable, Sendable {
  /// Its process id; 0 if unknown.
  public let process: Int32
  /// When it opened the profile.
  public let since: Timestamp

  /// Creates the owner that is recorded in a profile's lock file.
  public init(process: Int32, since: Timestamp) {
    self.process = process
    self.since = since
  }
}
