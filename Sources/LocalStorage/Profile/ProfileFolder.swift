import Glibc

/// The folder of a profile, private to this person.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }

  /// Makes the folder and its parents if they are missing.
  func make() throws(StorageFault) {
    var above = path.startIndex
    while above != path.endIndex {
      above = path[above...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<above])
      guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
      let fault = StorageFault.system(at: folder)
      // Even where nothing can be created, the folder may already exist.
      guard access(folder, X_OK) == 0 else { throw fault }
    }
    try SystemFile.restrict(path, to: 0o700)
  }

  func makeStore() throws(StorageFault) {
    try SystemFile.make(store)
    for file in SystemFile.files(ofStore: store) { try SystemFile.restrict(file, to: 0o600) }
  }
}
