import ChatDomain
import SQLite

extension SQLiteStore {
  /// Runs an operation on the file; if the file turns out to be damaged, runs it once more on a new one.
  func access<Result>(_ body: () throws(StorageFault) -> Result) throws(StoreError) -> Result {
    do throws(StorageFault) {
      return try body()
    } catch {
      guard error.isDamage, lock != nil else { throw error.error(at: path) }
      try recover()
    }
    do { return try body() } catch { throw error.error(at: path) }
  }

  private func recover() throws(StoreError) {
    do throws(StorageFault) {
      // Closes the connection and leaves the journal as it is: it belongs to the damaged file.
      use(try Connection(path: Connection.memory))
      let result = Swift.Result { () throws(StorageFault) in try replaceFile() }
      // Even if that failed: the old file can still be read as far as before. Without a file there are no tables, and
      // the next operation tries again.
      let reopened = Swift.Result { () throws(StorageFault) in try reopen() }
      let news = try result.get()
      try reopened.get()
      teller.yield(news)
    } catch {
      throw error.error(at: path)
    }
  }

  private func replaceFile() throws(StorageFault) -> StorageNews {
    let file = ReplacedFile(path)
    // An earlier attempt got as far as making the new file and removing the old one.
    if !SystemFile.exists(path), try file.finishSettingAside(at: clock.now) != nil {
      return .renewed(setAsideAs: nil)
    }
    return .recovered(try file.recover(.file, at: clock.now))
  }

  private func reopen() throws(StorageFault) {
    // SQLite would create an empty file, and the finished new one would be set aside in its favour.
    guard SystemFile.exists(path) else { throw .missing(path) }
    use(try Connection(path: path))
    try connection.configure()
    watch()
  }
}
