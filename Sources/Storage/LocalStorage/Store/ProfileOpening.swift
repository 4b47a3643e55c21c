import ChatDomain
import Glibc
import SQLite

/// Opens the file of a profile: to write to it, or at least to read it.
enum ProfileOpening {
  /// Takes a profile for this session.
  static func lock(_ folder: ProfileFolder, clock: any ChatClock) throws(StorageFault) -> ProfileLock {
    try folder.make()
    return try ProfileLock.acquire(folder.lock, at: clock.now)
  }

  /// What can be read of a profile where nothing can be written: without a file, nothing.
  static func borrowed(_ folder: ProfileFolder) throws(StorageFault) -> Connection {
    if let borrowed = BorrowedStore.read(folder.store) { return borrowed }
    return try writing(to: Connection.memory)
  }

  /// The same, and from the file itself if that is possible.
  static func reading(_ folder: ProfileFolder) throws(StorageFault) -> Connection {
    do throws(StorageFault) { return try Connection.reading(folder.store) } catch {
      return try borrowed(folder)
    }
  }

  /// Opens the file of a profile whose lock this session has. No connection of this process may have it open.
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

  /// What is kept is nowhere but in this folder: a link in the place of a file would have SQLite write elsewhere. The shared
  /// memory is made anew by SQLite, and nobody has it open who could be told.
  private static func clearSharedMemory(
    of folder: ProfileFolder, at time: Timestamp
  ) throws(StorageFault) {
    let index = folder.store + "-shm"
    guard SystemFile.isReplaced(index), unlink(index) != 0 else { return }
    try SystemFile.move(index, to: ReplacedFile.unusedName(beside: index, as: .replaced, at: time))
  }

  /// The generation of the tables that was on the disk, as the lock and the log say; nil if neither does.
  static func knownGeneration(_ folder: ProfileFolder, _ noted: ProfileLock.Noted?) -> UInt64? {
    [noted?.generation, LogNote.generation(inLogAt: folder.edits)].compactMap(\.self).max()
  }

  /// Whether there is no store, and other files say that there was one: its log is made after it.
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
