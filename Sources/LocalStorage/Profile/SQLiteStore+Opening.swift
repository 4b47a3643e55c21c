public import ChatDomain

extension SQLiteStore {
  /// Opens what is kept in the folder of a profile, and makes what is not there.
  ///
  /// A damaged file is set aside, and what can be read of it is in the store. Where nothing can be written, what is there
  /// can be read, and `trouble` says why.
  ///
  /// - Parameters:
  ///   - path: the folder. It and those above it are made; nobody else may look into it.
  ///   - clock: tells since when the profile is open, and when a damaged file was set aside.
  public static func open(profile path: String, clock: any ChatClock) async throws(StoreError) -> OpenedStore
  {
    let folder = ProfileFolder(path: path)
    do throws(StorageFault) {
      return try open(folder, clock: clock)
    } catch {
      let trouble = error.error(at: folder.store)
      guard trouble.isOfTheDisk, let store = BorrowedStore.read(folder.store, clock: clock, trouble: trouble)
      else {
        throw trouble
      }
      return OpenedStore(store: store, ownership: .owned, recovery: nil, trouble: trouble)
    }
  }

  /// Opens what is kept to read it, whoever has the profile open meanwhile. Nothing is made, mended or owned.
  ///
  /// - Returns: nil when the profile keeps nothing yet.
  public static func read(profile path: String, clock: any ChatClock) throws(StoreError) -> SQLiteStore? {
    let file = ProfileFolder(path: path).store
    guard SystemFile.exists(file) else { return nil }
    do throws(StorageFault) {
      return try SQLiteStore(reading: file, clock: clock, refusal: .readOnly)
    } catch {
      let trouble = error.error(at: file)
      guard trouble.isOfTheDisk, let store = BorrowedStore.read(file, clock: clock, trouble: trouble) else {
        throw trouble
      }
      return store
    }
  }

  private static func open(
    _ folder: ProfileFolder, clock: any ChatClock
  ) throws(StorageFault) -> OpenedStore {
    try folder.make()
    switch try ProfileLock.take(folder.lock, at: clock.now) {
    case .ownedBy(let owner):
      let store = try SQLiteStore(
        reading: folder.store, clock: clock, refusal: .lockedBy(process: owner.process))
      return OpenedStore(store: store, ownership: .readOnly(owner: owner), recovery: nil, trouble: nil)
    case .taken(let lock):
      return try own(folder, lock: lock, clock: clock)
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
      return OpenedStore(store: store, ownership: .owned, recovery: nil, trouble: nil)
    } catch {
      guard error.isDamage else { throw error }
    }
    let recovery = try file.recover(at: clock.now)
    let store = try SQLiteStore(path: folder.store, clock: clock, lock: lock)
    return OpenedStore(store: store, ownership: .owned, recovery: recovery, trouble: nil)
  }

  /// A store that lasts as long as the process.
  public static func inMemory(clock: any ChatClock) throws(StoreError) -> SQLiteStore {
    do { return try SQLiteStore(path: memory, clock: clock) } catch { throw error.error(at: memory) }
  }
}

extension StoreError {
  /// Whether it says nothing against reading what there is.
  fileprivate var isOfTheDisk: Bool {
    switch self {
    case .full, .readOnly, .notPermitted: true
    case .lockedBy, .busy, .corrupt, .newerVersion, .failed: false
    }
  }
}
