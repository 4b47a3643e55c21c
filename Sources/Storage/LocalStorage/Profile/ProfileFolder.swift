import FileSystem
import Glibc
import SQLite

/// The folder of a profile, private to this person.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }
  var edits: String { path + "/edits" }

  /// The name of a file without the folder that it is in.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Makes the folder and its parents if they are missing.
  func make() throws(StorageFault) {
    do throws(SystemFault) { try Folder(path).make() } catch {
      throw .system(errno: error.code, path: error.path)
    }
    // A person may have put a link to another folder here, which is then the one that holds the words.
    try SystemFile.restrict(path + "/.", to: 0o700)
  }

  /// Makes an empty store if there is none. It gets its name when it is complete: an empty file of that name was emptied
  /// by somebody.
  func makeStore() throws(StorageFault) {
    if !SystemFile.exists(store) {
      let new = store + "-new"
      try Connection.makeFile(new) { _ in }
      try SystemFile.move(new, to: store)
    }
    for file in DatabaseFile.all(of: store) { try SystemFile.restrict(file, to: 0o600) }
  }
}
