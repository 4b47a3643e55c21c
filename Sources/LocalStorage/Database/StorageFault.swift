import Glibc

/// What went wrong below the store, before it is known what that means for whoever asked.
enum StorageFault: Error, Hashable {
  /// What SQLite says, with its extended code, and what the system told it.
  case sqlite(code: Int32, errno: Int32, message: String)
  /// What the system says about a file or a folder.
  case system(errno: Int32, path: String)
  /// The file has a version that this program does not know.
  case version(Int)
  /// Another session owns the profile.
  case owned(by: ProfileOwner)
  /// A record that is not as it was written.
  case record(RecordDamage)

  /// There is no file of this name.
  static func missing(_ path: String) -> StorageFault { .system(errno: ENOENT, path: path) }

  /// What the system said last.
  static func system(at path: String) -> StorageFault { .system(errno: Glibc.errno, path: path) }
}
