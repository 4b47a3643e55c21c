public import ChatDomain

extension SQLiteStore {
  /// Opens the store in the folder of a profile, and creates it if it is missing.
  ///
  /// A damaged file is set aside, and its readable contents are in the store. If nothing can be written, the existing
  /// data can be read as far as possible, and `trouble` says why; `perform` tries each time whether writing works by
  /// now.
  ///
  /// - Parameters:
  ///   - path: the folder. It and its parents are created if needed; it is private to this person.
  ///   - clock: for the time since which the profile is open, and the time in the name of a damaged file.
  public static func open(profile path: String, clock: any ChatClock) async throws(StoreError) -> OpenedStore
  {
    let folder = ProfileFolder(path: path)
    do throws(StorageFault) {
      return try open(folder, clock: clock)
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      do throws(StorageFault) {
        let borrowed = BorrowedStore.read(folder.store)
        let connection = if let borrowed { borrowed } else { try writing(to: memory) }
        let store = SQLiteStore(connection, at: folder.store, in: folder, clock: clock, refusal: trouble)
        return OpenedStore(store: store, ownership: .owned, recovery: nil, trouble: trouble)
      } catch {
        throw trouble
      }
    }
  }

  /// Opens the store for reading, even if another session has the profile open. Nothing is created, repaired or owned.
  ///
  /// - Returns: nil if the profile has no store yet.
  public static func read(profile path: String, clock: any ChatClock) throws(StoreError) -> SQLiteStore? {
    try read(profile: path, clock: clock, migrations: Migration.all)
  }

  static func read(
    profile path: String, clock: any ChatClock, migrations: [Migration]
  ) throws(StoreError) -> SQLiteStore? {
    let folder = ProfileFolder(path: path)
    guard SystemFile.exists(folder.store) else { return nil }
    do throws(StorageFault) {
      let connection = try Connection.reading(folder.store, migrations: migrations)
      return SQLiteStore(connection, at: folder.store, in: nil, clock: clock, refusal: .readOnly)
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      guard let connection = BorrowedStore.read(folder.store, migrations: migrations) else { throw trouble }
      return SQLiteStore(connection, at: folder.store, in: nil, clock: clock, refusal: trouble)
    }
  }

  private static func open(
    _ folder: ProfileFolder, clock: any ChatClock
  ) throws(StorageFault) -> OpenedStore {
    do throws(StorageFault) {
      let (lock, connection, recovery) = try own(folder, clock: clock)
      let store = SQLiteStore(connection, at: folder.store, in: folder, clock: clock, lock: lock)
      return OpenedStore(store: store, ownership: .owned, recovery: recovery, trouble: nil)
    } catch {
      guard case .owned(let owner) = error else { throw error }
      let connection = try Connection.reading(folder.store)
      let store = SQLiteStore(
        connection, at: folder.store, in: folder, clock: clock, refusal: .lockedBy(process: owner.process))
      return OpenedStore(store: store, ownership: .readOnly(owner: owner), recovery: nil, trouble: nil)
    }
  }

  /// Opens the file of a profile as its only owner.
  static func own(
    _ folder: ProfileFolder, clock: any ChatClock
  ) throws(StorageFault) -> (ProfileLock, Connection, Recovery?) {
    try folder.make()
    let lock = try ProfileLock.take(folder.lock, at: clock.now)
    let file = ReplacedFile(folder.store)
    try file.finishSettingAside(at: clock.now)
    try folder.makeStore()
    do throws(StorageFault) {
      return (lock, try writing(to: folder.store), nil)
    } catch {
      guard error.isDamage else { throw error }
    }
    let recovery = try file.recover(at: clock.now)
    return (lock, try writing(to: folder.store), recovery)
  }

  private static func writing(to path: String) throws(StorageFault) -> Connection {
    let connection = try Connection(path: path)
    try connection.configure()
    return connection
  }

  /// Makes a store that lasts as long as the process.
  public static func inMemory(clock: any ChatClock) throws(StoreError) -> SQLiteStore {
    do { return try SQLiteStore(path: memory, clock: clock) } catch { throw error.error(at: memory) }
  }
}
