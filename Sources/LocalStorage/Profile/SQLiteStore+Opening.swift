public import ChatDomain

extension SQLiteStore {
  /// Opens what is kept in the folder of a profile, and makes what is not there.
  ///
  /// A damaged file is set aside, and what can be read of it is in the store.
  ///
  /// - Parameters:
  ///   - path: the folder. It and those above it are made; nobody else may look into it.
  ///   - clock: tells since when the profile is open, and when a damaged file was set aside.
  public static func open(profile path: String, clock: any ChatClock) async throws(StoreError) -> OpenedStore
  {
    let folder = ProfileFolder(path: path)
    do throws(StorageFault) {
      try folder.make()
      switch try ProfileLock.take(folder.lock, at: clock.now) {
      case .ownedBy(let owner):
        let store = try SQLiteStore(reading: folder.store, clock: clock, writtenBy: owner)
        return OpenedStore(store: store, ownership: .readOnly(owner: owner), recovery: nil)
      case .taken(let lock):
        return try own(folder, lock: lock, clock: clock)
      }
    } catch {
      throw error.error(at: folder.store)
    }
  }

  private static func own(
    _ folder: ProfileFolder, lock: ProfileLock, clock: any ChatClock
  ) throws(StorageFault) -> OpenedStore {
    let file = DamagedFile(folder.store)
    try file.finishSettingAside(at: clock.now)
    try folder.makeStore()
    do throws(StorageFault) {
      let store = try SQLiteStore(path: folder.store, clock: clock, lock: lock)
      return OpenedStore(store: store, ownership: .owned, recovery: nil)
    } catch {
      guard error.isDamage else { throw error }
    }
    let recovery = try file.recover(at: clock.now)
    let store = try SQLiteStore(path: folder.store, clock: clock, lock: lock)
    return OpenedStore(store: store, ownership: .owned, recovery: recovery)
  }

  /// A store that lasts as long as the process.
  public static func inMemory(clock: any ChatClock) throws(StoreError) -> SQLiteStore {
    do { return try SQLiteStore(path: memory, clock: clock) } catch { throw error.error(at: memory) }
  }
}
