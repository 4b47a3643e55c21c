import FileSystem
import Glibc
import SQLite

/// The folder of a profile, private to this user.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }
  var edits: String { path + "/edits" }

  /// The last component of a path.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Makes the folder and its parents if they are missing.
  func make() throws(StorageFault) {
    do throws(SystemFault) { try Folder(path).make() } catch {
      throw .system(errno: error.code, path: error.path)
    }
    // The user may have replaced the folder by a link; the permissions then apply to the link's target, which holds the text.
    try SystemFile.restrict(path + "/.", to: 0o700)
  }

  /// Creates an empty store if there is none. The file gets its name only once it is complete, so an empty file of that name
  /// was truncated later.
  func makeStore() throws(StorageFault) {
    if !SystemFile.exists(store) {
      let new = store + "-new"
      try Connection.makeFile(new) { _ in }
      try SystemFile.move(new, to: store)
    }
    for file in DatabaseFile.all(of: store) { try SystemFile.restrict(file, to: 0o600) }
  }
}
