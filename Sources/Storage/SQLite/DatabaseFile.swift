import Glibc

/// The file of a database, and the files that SQLite puts next to it.
package enum DatabaseFile {
  package static func all(of path: String) -> [String] { [path, path + "-wal", path + "-shm"] }

  /// Removes them if they exist.
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
