import ChatDomain
import Glibc

/// The folder of a profile, which nobody else may look into.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }

  /// The files of a store: SQLite keeps what is not yet in the first one in the others.
  static func files(of store: String) -> [String] { [store, store + "-wal", store + "-shm"] }

  /// Makes the folder and those above it, as far as they are not there.
  func make() throws(StoreError) {
    var above = path.startIndex
    while above != path.endIndex {
      above = path[above...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<above])
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      // Where nothing can be made there may be something all the same.
      guard access(folder, X_OK) != 0 else { continue }
      throw SystemFault(at: folder).error
    }
    try close(path, to: 0o700)
  }

  /// Makes an empty file that only this person can read, before SQLite makes one that others can.
  func makeStore() throws(StoreError) {
    let file = open(store, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw SystemFault(at: store).error }
    // Nobody has a lock on it yet that closing could take away: this is before SQLite opens it.
    Glibc.close(file)
    for file in Self.files(of: store) { try close(file, to: 0o600) }
  }

  /// Takes away what others may do with it, if they may.
  private func close(_ path: String, to mode: mode_t) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard chmod(path, mode) == 0 || errno == EROFS else { throw SystemFault(at: path).error }
  }
}

/// What the system answered, before anything else asks it something.
struct SystemFault {
  let number = errno
  let path: String

  init(at path: String) { self.path = path }

  var error: StoreError {
    StorageFault.error(ofSystem: number, at: path)
      ?? .failed("\(path): \(String(cString: strerror(number)))")
  }
}
