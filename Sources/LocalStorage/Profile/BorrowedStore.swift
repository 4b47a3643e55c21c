import Glibc

/// A store that is read from a copy, because SQLite cannot open a file beside which it can write nothing.
enum BorrowedStore {
  /// Nil when there is nothing to be read, or nowhere to copy it to.
  static func read(_ path: String, migrations: [Migration] = Migration.all) -> Connection? {
    guard SystemFile.exists(path) else { return nil }
    let named = [getenv("TMPDIR"), getenv("XDG_RUNTIME_DIR")].compactMap { $0.map { String(cString: $0) } }
    // Where temporary files lie on the same full disk, memory may be had under a name.
    for folder in named + ["/tmp", "/dev/shm"] {
      if let connection = read(path, through: folder, by: migrations) { return connection }
    }
    return nil
  }

  private static func read(
    _ path: String, through folder: String, by migrations: [Migration]
  ) -> Connection? {
    var template = Array("\(folder)/inkwell-XXXXXX".utf8CString)
    // Nobody else may look into it.
    guard mkdtemp(&template) != nil else { return nil }
    let own = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let copy = own + "/store.db"
    // Open files are there until they are closed, and nobody else needs this one.
    defer {
      SystemFile.remove(store: copy)
      rmdir(own)
    }
    do throws(StorageFault) {
      for end in ["", "-wal"] where SystemFile.exists(path + end) {
        try SystemFile.write(try SystemFile.read(path + end), to: copy + end)
      }
      return try Connection.reading(copy, migrations: migrations)
    } catch {
      return nil
    }
  }
}
