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
      connection = try Connection(path: Self.memory)
      draftTable = DraftTable(connection)
      let result = Swift.Result { () throws(StorageFault) in
        try DamagedFile(path).recover(at: clock.now)
      }
      // Also when that failed: what can be read of the old one still can. Without a file there are no tables, and whoever
      // comes next tries again.
      let reopened = Swift.Result { () throws(StorageFault) in try reopen() }
      let recovery = try result.get()
      try reopened.get()
      recovered.yield(recovery)
    } catch {
      throw error.error(at: path)
    }
  }

  private func reopen() throws(StorageFault) {
    connection = try Connection(path: path)
    draftTable = DraftTable(connection)
    try connection.configure()
  }
}
