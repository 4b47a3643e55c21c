import ChatDomain
import Glibc

/// A store that is read from a copy, because SQLite cannot open a file beside which it can write nothing.
enum BorrowedStore {
  /// Nil when there is nothing to be read, or nowhere to copy it to.
  static func read(_ path: String, clock: any ChatClock, trouble: StoreError) -> SQLiteStore? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/inkwell-XXXXXX".utf8CString)
    // Nobody else may look into it.
    guard SystemFile.exists(path), mkdtemp(&template) != nil else { return nil }
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
      let store = try SQLiteStore(reading: copy, clock: clock, refusal: trouble)
      return store
    } catch {
      return nil
    }
  }
}
