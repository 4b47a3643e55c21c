import Glibc
import SQLite

/// Reads a store from a copy, because SQLite cannot open a file in a folder without write access.
enum BorrowedStore {
  /// Nil if there is no store to read, or no place for the copy.
  static func read(_ path: String, migrations: [Migration] = Migration.all) -> Connection? {
    guard SystemFile.exists(path) else { return nil }
    let named = [getenv("TMPDIR"), getenv("XDG_RUNTIME_DIR")].compactMap { $0.map { String(cString: $0) } }
    // If temporary files are on the same full disk, shared memory may still have room.
    for folder in named + ["/tmp", "/dev/shm"] {
      if let connection = read(path, through: folder, by: migrations) { return connection }
    }
    return nil
  }

  private static func read(
    _ path: String, through folder: String, by migrations: [Migration]
  ) -> Connection? {
    var template = Array("\(folder)/inkwell-XXXXXX".utf8CString)
    // Other users must not be able to read it.
    guard mkdtemp(&template) != nil else { return nil }
    let own = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let copy = own + "/store.db"
    // Unlinked at once: the open file remains usable until it is closed, and its name is not needed.
    defer {
      DatabaseFile.remove(copy)
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
