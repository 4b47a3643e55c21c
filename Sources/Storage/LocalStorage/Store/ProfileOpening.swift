import ChatDomain
import Glibc
import SQLite

/// Opens the file of a profile for writing, or at least for reading.
enum ProfileOpening {
  /// Acquires the lock of a profile for this session.
  static func lock(_ folder: ProfileFolder, clock: any ChatClock) throws(StorageFault) -> ProfileLock {
    try folder.make()
    return try ProfileLock.acquire(folder.lock, at: clock.now)
  }

  /// Reads a profile that cannot be written to. Without a file, the result is empty.
  static func borrowed(_ folder: ProfileFolder) throws(StorageFault) -> Connection {
    if let borrowed = BorrowedStore.read(folder.store) { return borrowed }
    return try writing(to: Connection.memory)
  }

  /// The same, but reads the file itself if possible.
  static func reading(_ folder: ProfileFolder) throws(StorageFault) -> Connection {
    do throws(StorageFault) { return try Connection.reading(folder.store) } catch {
      return try borrowed(folder)
    }
  }

  /// Opens the file of a profile whose lock this session holds. No connection of this process may have the file open.
  static func own(
    _ folder: ProfileFolder, lock: ProfileLock, clock: any ChatClock, system: String? = nil
  ) throws(StorageFault) -> (Connection, Recovery?) {
    try clearSharedMemory(of: folder, at: clock.now)
    let file = ReplacedFile(folder.store)
    var recovery = try file.finishSettingAside(at: clock.now)
    let generation = knownGeneration(folder, lock.noted) ?? 0
    if let damage = try StoreDamage.found(at: folder.store)
      ?? (isStoreGone(folder, lock.noted) ? .emptied : nil)
    {
      recovery = try file.recover(damage, generation: generation, at: clock.now)
    }
    try folder.makeStore()
    do throws(StorageFault) {
      let connection = try writing(to: folder.store, through: system)
      try connection.checkWords()
      return (connection, recovery)
    } catch {
      guard error.isDamage else { throw error }
    }
    recovery = try file.recover(.file, generation: generation, at: clock.now)
    return (try writing(to: folder.store), recovery)
  }

  /// If the shared memory is a link, SQLite would write outside the profile's folder. It holds no stored data, and SQLite
  /// recreates it. No connection has it open, so nothing else needs to be notified.
  private static func clearSharedMemory(
    of folder: ProfileFolder, at time: Timestamp
  ) throws(StorageFault) {
    let index = folder.store + "-shm"
    guard SystemFile.isReplaced(index), unlink(index) != 0 else { return }
    try SystemFile.move(index, to: ReplacedFile.unusedName(beside: index, as: .replaced, at: time))
  }

  /// The generation of the tables that was on the disk, according to the lock and the log; nil if neither has one.
  static func knownGeneration(_ folder: ProfileFolder, _ noted: ProfileLock.Noted?) -> UInt64? {
    [noted?.generation, EditFile.generation(notedAt: folder.edits)].compactMap(\.self).max()
  }

  /// Whether the store is missing although other files show that it existed: its log is created after it.
  static func isStoreGone(_ folder: ProfileFolder, _ noted: ProfileLock.Noted) -> Bool {
    guard !SystemFile.isAnything(folder.store) else { return false }
    return noted.generation != nil || noted.lastEdit != nil || SystemFile.isAnything(folder.edits)
  }

  private static func writing(
    to path: String, through system: String? = nil
  ) throws(StorageFault) -> Connection {
    let connection = try Connection(path: path, system: system)
    try connection.configure()
    return connection
  }
}

/// Reads a store from a copy, because SQLite cannot open a file in a folder without write access.
enum BorrowedStore {
  /// Nil if there is no store to read, or no place for the copy.
  static func read(_ path: String, migrations: [Migration] = Migration.all) -> Connection? {
    guard SystemFile.exists(path) else { return nil }
    let named = [getenv("TMPDIR"), getenv("XDG_RUNTIME_DIR")].compactMap { $0.map { String(cString: $0) } }
    // If temporary files are on the same full disk, shared memory may still have room.
    for folder in named + ["/tmp", "/dev/shm"] {
      if let connection = read(path, through: folder, by: migrations) { return connection }
    }
    return nil
  }

  private static func read(
    _ path: String, through folder: String, by migrations: [Migration]
  ) -> Connection? {
    var template = Array("\(folder)/inkwell-XXXXXX".utf8CString)
    // Other users must not be able to read it.
    guard mkdtemp(&template) != nil else { return nil }
    let own = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let copy = own + "/store.db"
    // Unlinked at once: the open file remains usable until it is closed, and its name is not needed.
    defer {
      DatabaseFile.remove(copy)
      rmdir(own)
    }
    do throws(StorageFault) {
      for end in ["", "-wal"] where SystemFile.exists(path + end) {
        try SystemFile.write(try SystemFile.read(path + end), to: copy + end)
      }
      return try Connection.reading(copy, migrations: migrations)
    } catch {
      return nil
    }
  }
}
