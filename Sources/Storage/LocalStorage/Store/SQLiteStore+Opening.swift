public import ChatDomain
import Glibc
import SQLite

extension SQLiteStore {
  /// Opens the store in the folder of a profile, and creates it if it is missing.
  ///
  /// A damaged file, or one that lost its journal, is set aside, and its readable contents are moved to the store. If nothing
  /// can be written, the existing data can be read as far as possible, and `trouble` says why; each `perform` tries again
  /// whether writing works by now.
  ///
  /// - Parameters:
  ///   - path: the folder. It and its parents are created if needed; the folder is private to this user.
  ///   - clock: supplies the time at which the profile was opened, and the time in the name of a damaged file.
  public static func open(profile path: String, clock: any ChatClock) async throws(StoreError) -> OpenedStore
  {
    try open(profile: path, clock: clock, system: nil, delay: .milliseconds(250))
  }

  /// - Parameters:
  ///   - system: the name of the SQLite VFS; nil for the default.
  ///   - delay: how long after an edit the log is synced to the disk, nil for never; the tables get the edit after a few times
  ///     as long.
  static func open(
    profile path: String, clock: any ChatClock, system: String?, delay: Duration? = nil
  ) throws(StoreError) -> OpenedStore {
    let folder = ProfileFolder(path: path)
    do throws(StorageFault) {
      return try open(folder, clock: clock, system: system, delay: delay)
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      do throws(StorageFault) {
        let store = SQLiteStore(
          StoreFile(
            try ProfileOpening.borrowed(folder), at: folder.store, in: folder, clock: clock, lock: nil,
            isWritten: false),
          refusal: trouble, edits: EditLog(path: folder.edits, delay: delay))
        return OpenedStore(
          store: store, ownership: .owned, recovery: nil, logRecovery: unmendedLog(folder), trouble: trouble)
      } catch {
        throw trouble
      }
    }
  }

  /// Opens the store for reading, even if another session has the profile open. Does not create, repair or lock anything.
  ///
  /// - Returns: nil if the profile has no store yet.
  public static func read(profile path: String, clock: any ChatClock) throws(StoreError) -> SQLiteStore? {
    try read(profile: path, clock: clock, migrations: Migration.all)
  }

  static func read(
    profile path: String, clock: any ChatClock, migrations: [Migration]
  ) throws(StoreError) -> SQLiteStore? {
    let folder = ProfileFolder(path: path)
    guard SystemFile.exists(folder.store) else {
      // In a folder without search permission, the system cannot tell whether a file exists.
      guard errno == ENOENT else { throw StorageFault.system(at: folder.store).error(at: folder.store) }
      return nil
    }
    do throws(StorageFault) {
      let connection = try Connection.reading(folder.store, migrations: migrations)
      return SQLiteStore(
        StoreFile(connection, at: folder.store, in: nil, clock: clock, lock: nil, isWritten: false),
        refusal: .readOnly, edits: EditLog(path: folder.edits))
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      guard let connection = BorrowedStore.read(folder.store, migrations: migrations) else { throw trouble }
      return SQLiteStore(
        StoreFile(connection, at: folder.store, in: nil, clock: clock, lock: nil, isWritten: false),
        refusal: trouble, edits: EditLog(path: folder.edits))
    }
  }

  /// What is wrong with the files of a profile; `open` recovers what it can.
  ///
  /// - Returns: nil also while a session has the profile open, because its files are between two states then.
  public static func damage(ofProfile path: String) throws(StoreError) -> StoreDamage? {
    let folder = ProfileFolder(path: path)
    guard !ProfileLock.isTaken(folder.lock) else { return nil }
    do throws(StorageFault) {
      if let damage = try StoreDamage.found(at: folder.store) { return damage }
      if SystemFile.isAnything(folder.store) { return try damage(beside: folder) }
      return ProfileOpening.isStoreGone(folder, ProfileLock.Noted(at: folder.lock)) ? .emptied : nil
    } catch {
      guard !error.isDamage else { return .file }
      throw error.error(at: folder.store)
    }
  }

  /// The damage found by comparing a sound store with its other files: it is an older copy, or its log is damaged.
  private static func damage(beside folder: ProfileFolder) throws(StorageFault) -> StoreDamage? {
    let noted = ProfileLock.Noted(at: folder.lock)
    let marks = MarkTable(connection: try ProfileOpening.reading(folder))
    guard try marks.generation() ?? 0 >= ProfileOpening.knownGeneration(folder, noted) ?? 0 else {
      return .older
    }
    let log = try EditLog(path: folder.edits).replay(beside: marks, until: noted.lastEdit, isCurrent: true)
    if log.isDamaged { return .edits }
    return log.replay.hasUnreadable ? .editsOfNewer : nil
  }

  /// The notice about a damaged log that cannot be repaired now; nil if the log is in order.
  private static func unmendedLog(_ folder: ProfileFolder) -> Recovery? {
    do throws(StorageFault) {
      guard let damage = try damage(beside: folder), damage != .older else { return nil }
      return Recovery(damage: damage, setAsideAs: nil, found: nil)
    } catch {
      // The trouble with the files is reported in any case.
      return nil
    }
  }

  private static func open(
    _ folder: ProfileFolder, clock: any ChatClock, system: String?, delay: Duration?
  ) throws(StorageFault) -> OpenedStore {
    do throws(StorageFault) {
      let lock = try ProfileOpening.lock(folder, clock: clock)
      let (connection, recovery) = try ProfileOpening.own(folder, lock: lock, clock: clock, system: system)
      let file = StoreFile(
        connection, at: folder.store, in: folder, clock: clock, lock: lock, isWritten: true)
      let edits = EditLog(path: folder.edits, delay: delay)
      let found = try file.adopt(edits, after: recovery)
      let store = SQLiteStore(file, edits: edits)
      return OpenedStore(
        store: store, ownership: .owned, recovery: found.store, logRecovery: found.log, trouble: nil)
    } catch {
      guard case .owned(let owner) = error else { throw error }
      let connection = try Connection.reading(folder.store)
      let store = SQLiteStore(
        StoreFile(connection, at: folder.store, in: folder, clock: clock, lock: nil, isWritten: false),
        refusal: .lockedBy(process: owner.process), edits: EditLog(path: folder.edits, delay: delay))
      return OpenedStore(
        store: store, ownership: .readOnly(owner: owner), recovery: nil, logRecovery: nil, trouble: nil)
    }
  }

  /// Creates a store that lasts as long as the process.
  public static func inMemory(clock: any ChatClock) throws(StoreError) -> SQLiteStore {
    do { return try SQLiteStore(path: Connection.memory, clock: clock) } catch {
      throw error.error(at: Connection.memory)
    }
  }
}

/// An opened store and its condition.
public struct OpenedStore: Sendable {
  /// The store. It can always be read, and written if this session owns the profile and writing works.
  public let store: SQLiteStore
  /// Whether another session owns the profile, so that the user can be told.
  public let ownership: Ownership
  /// The damage to the store found on opening; nil if there was none.
  public let recovery: Recovery?
  /// The damage to the log of the last edits; nil if there was none.
  public let logRecovery: Recovery?
  /// Why the store can only be read, such as a full or read-only disk; nil if it can be written.
  public let trouble: StoreError?

  /// Which session may write to the profile.
  public enum Ownership: Hashable, Sendable {
    /// This session owns the profile; no other writes.
    case owned
    /// Another session owns it: here the store can be read, but stores nothing.
    case readOnly(owner: ProfileOwner)
  }
}
