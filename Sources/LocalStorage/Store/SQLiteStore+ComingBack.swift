import ChatDomain
import SQLite

extension SQLiteStore {
  /// Other files have the names of the open ones, so nobody would find the data stored in these. Acts at once, because
  /// there may be no later write that could fail.
  func comeBack() {
    guard let journal, !journal.isInPlace, !isOutOfPlace else { return }
    isOutOfPlace = true
    do throws(StoreError) { try renew() } catch { teller.yield(.lost(error)) }
  }

  /// Makes a file in the right place with all the data of the one that is still open.
  func renew() throws(StoreError) {
    // The file may have been put back meanwhile.
    guard journal?.isInPlace != true else { return isOutOfPlace = false }
    do throws(StorageFault) {
      try folder?.make()
      try keepLock()
      let name = try ReplacedFile(path).renew(from: connection, at: clock.now)
      let new = try Connection(path: path)
      try new.configure()
      use(new)
      watch()
      teller.yield(.renewed(setAsideAs: name))
    } catch {
      if case .owned = error { refusal = error.error(at: path) }
      throw error.error(at: path)
    }
  }

  /// The lock may be gone with the file, and another session may own the profile by now.
  private func keepLock() throws(StorageFault) {
    guard let folder, let lock, !lock.isAt(folder.lock) else { return }
    self.lock = try ProfileLock.take(folder.lock, at: clock.now)
  }

  /// Tries to take the profile over when nothing could be stored so far. If that works, earlier reads are out of date,
  /// and the caller must read again before the first write.
  func takeOver() throws(StoreError) {
    // A store opened for reading never can.
    guard let folder else { throw refusal ?? .readOnly }
    do throws(StorageFault) {
      let lock = try Self.lock(folder, clock: clock)
      let (connection, recovery) = try withoutReading(folder) { () throws(StorageFault) in
        try Self.own(folder, clock: clock)
      }
      self.lock = lock
      refusal = nil
      use(connection)
      watch()
      if let recovery { teller.yield(.recovered(recovery)) }
      teller.yield(.takenOver)
    } catch {
      let error = error.error(at: path)
      refusal = error
      throw error
    }
    throw .takenOver
  }

  /// Closes what was only read. The files are looked at without SQLite, and closing them again would drop the locks of a
  /// connection that is open, which another process would then take for dead.
  private func withoutReading<Result>(
    _ folder: ProfileFolder, _ body: () throws(StorageFault) -> Result
  ) throws(StorageFault) -> Result {
    use(try Connection(path: Connection.memory))
    do throws(StorageFault) { return try body() } catch {
      // What can be read is read on.
      use(try Self.reading(folder))
      throw error
    }
  }
}
