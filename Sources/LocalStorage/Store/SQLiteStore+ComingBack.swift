import ChatDomain

extension SQLiteStore {
  /// Other files stand under the names of those that are written to: nobody would find what is kept in them. At once, for
  /// perhaps nothing more is written that could fail.
  func comeBack() {
    guard let journal, !journal.isInPlace, !isOutOfPlace else { return }
    isOutOfPlace = true
    do throws(StoreError) { try renew() } catch { teller.yield(.lost(error)) }
  }

  /// Makes a file where it belongs, with all that is in the one that is still open.
  func renew() throws(StoreError) {
    // It may have been put back meanwhile.
    guard journal?.isInPlace != true else { return isOutOfPlace = false }
    do throws(StorageFault) {
      try folder?.make()
      try keepLock()
      let name = try ReplacedFile(path).renew(from: connection, at: clock.now)
      // Its journal goes with it, wherever it is now.
      connection.keepJournal()
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

  /// The lock may have gone with the file, and somebody else may own the profile by now.
  private func keepLock() throws(StorageFault) {
    guard let folder, let lock, !lock.isAt(folder.lock) else { return }
    self.lock = try ProfileLock.take(folder.lock, at: clock.now)
  }

  /// Nothing could be kept so far. Perhaps that is over: then what was read is not what there is now, and whoever uses
  /// this has to read again before the first thing is written.
  func takeOver() throws(StoreError) {
    // One that was opened to be read never can.
    guard let folder else { throw refusal ?? .readOnly }
    do throws(StorageFault) {
      let (lock, connection, recovery) = try Self.own(folder, clock: clock)
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
}
