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
