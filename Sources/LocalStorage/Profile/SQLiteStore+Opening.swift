public import ChatDomain

extension SQLiteStore {
  /// Opens what is kept in the folder of a profile, and makes what is not there.
  ///
  /// - Parameter time: what time it is, for others to see since when the profile has been open.
  public static func open(profile path: String, at time: Timestamp) async throws(StoreError) -> OpenedStore {
    let folder = ProfileFolder(path: path)
    try folder.make()
    switch try ProfileLock.take(folder.lock, at: time) {
    case .ownedBy(let owner):
      let store = try SQLiteStore(reading: folder.store, writtenBy: owner)
      return OpenedStore(store: store, ownership: .readOnly(owner: owner), recovery: nil)
    case .taken(let lock):
      try folder.makeStore()
      let store = try SQLiteStore(path: folder.store, lock: lock)
      return OpenedStore(store: store, ownership: .owned, recovery: nil)
    }
  }
}
