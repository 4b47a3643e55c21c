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

  /// Reads a profile that cannot be written to, from a copy. The result is empty if there is no file, or if it cannot be copied.
  static func borrowed(_ folder: ProfileFolder) throws(StorageFault) -> Connection {
    if let borrowed = BorrowedStore.read(folder.store) { return borrowed }
    return try writing(to: Connection.memory)
  }

  /// Reads the file of a profile, or a copy if the file itself cannot be read.
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

  /// Removes the shared memory if it is not a regular file: through a link, SQLite would write outside the profile's folder. The
  /// shared memory holds no stored data, SQLite recreates it, and no connection has it open.
  private static func clearSharedMemory(
    of folder: ProfileFolder, at time: Timestamp
  ) throws(StorageFault) {
    let index = folder.store + "-shm"
    guard SystemFile.isReplaced(index), unlink(index) != 0 else { return }
    try SystemFile.move(index, to: ReplacedFile.unusedName(beside: index, as: .replaced, at: time))
  }

  /// The highest generation of the tables that was on the disk, according to the lock and the log; nil if neither has one.
  static func knownGeneration(_ folder: ProfileFolder, _ noted: ProfileLock.Noted?) -> UInt64? {
    [noted?.generation, EditFile.generation(notedAt: folder.edits)].compactMap(\.self).max()
  }

  /// Whether the store is missing although other files show that it existed: the log is created only after the store.
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
  /// Nil if there is no store, or if it cannot be copied or read.
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
    // Makes a folder that other users cannot read.
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
