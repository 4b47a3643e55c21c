public import ChatDomain
import Dispatch
import Glibc
import SQLite

extension SQLiteStore {
  /// Opens the store in the folder of a profile, and creates it if it is missing.
  ///
  /// A damaged file, or one that lost its journal, is set aside, and its readable contents are moved to the store. If nothing can
  /// be written, the existing data is read as far as possible, `trouble` says why, and each `perform` tries again to write.
  ///
  /// - Parameters:
  ///   - path: the folder. It and its parents are created if needed; the folder is private to this user.
  ///   - clock: supplies the time at which the profile was opened, and the time in the name of a damaged file.
  public static func open(profile path: String, clock: any ChatClock) async throws(StoreError) -> OpenedStore
  {
    try open(profile: path, clock: clock, system: nil, delay: JournalFile.delay)
  }

  /// - Parameters:
  ///   - system: the name of the SQLite VFS; nil for the default.
  ///   - delay: how long after an edit the tables get it; nil for never.
  static func open(
    profile path: String, clock: any ChatClock, system: String?, delay: DispatchTimeInterval? = nil
  ) throws(StoreError) -> OpenedStore {
    let folder = ProfileFolder(path: path)
    do throws(StorageFault) {
      return try open(folder, clock: clock, system: system, delay: delay)
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      do throws(StorageFault) {
        let store = reader(
          try ProfileOpening.borrowed(folder), of: folder, refusal: trouble, clock: clock, foldDelay: delay)
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
    var refusal: StoreError?
    let connection: Connection
    do throws(StorageFault) {
      connection = try Connection.reading(folder.store, migrations: migrations)
    } catch {
      let trouble = error.error(at: folder.store)
      if case .newerVersion = trouble { throw trouble }
      guard let copy = BorrowedStore.read(folder.store, migrations: migrations) else { throw trouble }
      (connection, refusal) = (copy, trouble)
    }
    return reader(
      connection, of: folder, refusal: refusal ?? .readOnly, canTakeOver: false, clock: clock, foldDelay: nil)
  }

  /// A store that can only be read.
  ///
  /// - Parameters:
  ///   - refusal: why nothing can be stored.
  ///   - canTakeOver: whether a later write tries to acquire the profile.
  private static func reader(
    _ connection: sending Connection, of folder: ProfileFolder, refusal: StoreError, canTakeOver: Bool = true,
    clock: any ChatClock, foldDelay: DispatchTimeInterval?
  ) -> SQLiteStore {
    SQLiteStore(
      StoreFile(
        connection, at: folder.store, in: canTakeOver ? folder : nil, clock: clock, lock: nil,
        isWritten: false),
      refusal: refusal, edits: EditLog(path: folder.edits), foldDelay: foldDelay)
  }

  /// What is wrong with the files of a profile; `open` recovers what it can.
  ///
  /// - Returns: nil if nothing is wrong, and also while a session has the profile open, because its files are changing then.
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

  /// The damage found by comparing a sound store with its other files: the store is an older copy, or the log is damaged or has
  /// edits of a newer version of the program. Nil if all agree.
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
    _ folder: ProfileFolder, clock: any ChatClock, system: String?, delay: DispatchTimeInterval?
  ) throws(StorageFault) -> OpenedStore {
    do throws(StorageFault) {
      let lock = try ProfileOpening.lock(folder, clock: clock)
      let (connection, recovery) = try ProfileOpening.own(folder, lock: lock, clock: clock, system: system)
      let file = StoreFile(
        connection, at: folder.store, in: folder, clock: clock, lock: lock, isWritten: true)
      let edits = EditLog(path: folder.edits)
      let found = try file.adopt(edits, after: recovery)
      let store = SQLiteStore(file, edits: edits, foldDelay: delay)
      return OpenedStore(
        store: store, ownership: .owned, recovery: found.store, logRecovery: found.log, trouble: nil)
    } catch {
      guard case .owned(let owner) = error else { throw error }
      let connection = try Connection.reading(folder.store)
      let store = reader(
        connection, of: folder, refusal: .lockedBy(process: owner.process), clock: clock, foldDelay: delay)
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
  /// Whether this session or another one owns the profile.
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
    /// Another session owns the profile: the store can be read, but not written.
    case readOnly(owner: ProfileOwner)
  }
}

/// An event that happened to a store after it was opened, for its caller and for the user.
public enum StorageNews: Hashable, Sendable, CustomStringConvertible {
  /// The file was damaged; its readable contents are in a new one.
  case recovered(Recovery)
  /// The file was removed, moved or replaced; its contents are in a new one. A file that had taken its path is kept next to the new
  /// one.
  case renewed(setAsideAs: String?)
  /// The file is missing from its path, and a new one cannot be made: nothing is stored.
  case lost(StoreError)
  /// The system has the last edits, but neither the log nor the file could be written to the disk.
  case unsynced(StoreError)
  /// Until now nothing could be stored; now everything is.
  case takenOver

  /// Whether the store may have lost data.
  public var mayMissSomething: Bool {
    switch self {
    case .recovered, .renewed, .lost, .unsynced: true
    case .takenOver: false
    }
  }

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .recovered(let recovery): recovery.description
    case .renewed(let name):
      "The drafts file was moved or removed; a new one has all its contents."
        + (name.map { " The file found there is kept as \($0)." } ?? "")
    case .lost(let error):
      "The drafts file was moved or removed, and nothing is saved: \(error)"
    case .unsynced(let error): "What you typed last would not survive a power cut: \(error)"
    case .takenOver: "What you write is saved from now on"
    }
  }
}
