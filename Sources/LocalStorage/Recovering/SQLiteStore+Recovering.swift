import ChatDomain

extension SQLiteStore {
  /// Does something with the file; when that turns out to be damaged, once more with a new one.
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
      // Closed, and its journal left as it is: it is the damaged file's.
      connection.keepJournal()
      use(try Connection(path: Self.memory))
      let result = Swift.Result { () throws(StorageFault) in try replaceFile() }
      // Also when that failed: what can be read of the old one still can. Without a file there are no tables, and whoever
      // comes next tries again.
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
    // The last time it came so far that there is a new file and no old one.
    if !SystemFile.exists(path), try file.finishSettingAside(at: clock.now) {
      return .renewed(setAsideAs: nil)
    }
    return .recovered(try file.recover(at: clock.now))
  }

  private func reopen() throws(StorageFault) {
    // SQLite would make an empty one, and what is to take its place would be set aside for it.
    guard SystemFile.exists(path) else { throw .missing(path) }
    use(try Connection(path: path))
    try connection.configure()
    watch()
  }
}
