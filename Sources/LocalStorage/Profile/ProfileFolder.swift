import FileSystem
import Glibc
import SQLite

/// The folder of a profile, private to this person.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }
  var edits: String { path + "/edits" }

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

  /// What is kept is nowhere but in this folder: a link in the place of a file would have SQLite write elsewhere.
  func refuseLinks() throws(StorageFault) {
    guard !SystemFile.isLink(store) else { throw .system(errno: ELOOP, path: store) }
    // Made anew by SQLite. Nobody has it open who could be told.
    if SystemFile.isLink(store + "-shm") { unlink(store + "-shm") }
  }
}
