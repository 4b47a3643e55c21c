public import ChatDomain
import Dispatch
import SQLite

/// The data stored on a device, in one SQLite file.
///
/// A batch is a transaction. When `perform` returns, the data is with the system, so it survives any end of the
/// process.
public actor SQLiteStore: LocalStore {
  /// A separate thread, so that a slow disk delays only the callers that need it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue()

  /// Reports what happened to the file since the store was opened.
  public nonisolated let news: AsyncStream<StorageNews>
  let teller: AsyncStream<StorageNews>.Continuation

  let path: String
  /// The folder in which it was opened; nil if it belongs to no profile.
  let folder: ProfileFolder?
  let clock: any ChatClock
  var connection: Connection
  var draftTable: DraftTable
  /// Held while this store owns the profile; nil if others may write.
  var lock: ProfileLock?
  /// Why nothing can be stored; nil if everything is.
  var refusal: StoreError?
  /// Syncs stored data to the disk.
  var journal: JournalFile?
  /// Whether other files now have the names of the open ones.
  var isOutOfPlace = false
  private var isEmptyingJournal = false
  var bounds = CacheBounds()
  /// The number of messages added to the cache since its bounds were last checked.
  var messagesAdded = 0
  var hasTrimmed = false
  var trimming: Task<Void, Never>?
  /// Whether the journal may still hold data that must be forgotten.
  private var owesErasure = false
  /// Whether the file says that it needs its journal: it has to before anything is written.
  private var needsJournal = false

  /// Makes the only writer of a file outside any profile.
  init(path: String, clock: any ChatClock, system: String? = nil) throws(StorageFault) {
    let connection = try Connection(path: path, system: system)
    try connection.configure()
    self.init(connection, at: path, in: nil, clock: clock)
  }

  /// - Parameters:
  ///   - lock: the proof that this store owns the profile.
  ///   - refusal: why nothing can be stored; the connection is then only for reading.
  init(
    _ connection: Connection, at path: String, in folder: ProfileFolder?, clock: any ChatClock,
    lock: ProfileLock? = nil, refusal: StoreError? = nil
  ) {
    self.path = path
    self.folder = folder
    self.clock = clock
    self.lock = lock
    self.refusal = refusal
    self.connection = connection
    draftTable = DraftTable(connection)
    let isWritten = refusal == nil && path != Connection.memory
    journal = isWritten ? JournalFile(of: path, lock: folder?.lock) : nil
    (news, teller) = AsyncStream.makeStream()
  }

  deinit { teller.finish() }

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if refusal != nil { try takeOver() }
    if isOutOfPlace { try renew() }
    guard !changes.isEmpty else { return }
    let isErasure = changes.contains(where: \.isErasure)
    try access { () throws(StorageFault) in
      // A reader blocks the journal: forget nothing, rather than report it as forgotten untruly.
      if isErasure { try settleJournal(patience: Self.erasingPatience) }
      do throws(StorageFault) {
        try needJournal()
        try connection.setSynchronous(changes.contains(where: \.isForOthers))
        try connection.transaction { () throws(StorageFault) in
          for change in changes { try apply(change) }
        }
      } catch {
        draftTable.forgetKept()
        throw error
      }
    }
    journal?.syncSoon { [weak self] in Task { await self?.comeBack() } }
    owesErasure = owesErasure || isErasure
    if owesErasure { eraseJournal() }
    emptyJournalSoon()
    trimCacheSoon(after: changes)
  }

  /// Goes from the disk's thread straight to the main one: a task would cost more than most batches.
  @MainActor public func submit(
    _ changes: [StoreChange], _ done: @escaping @MainActor (StoreError?) -> Void
  ) {
    queue.run {
      let failure = self.assumeIsolated { store -> StoreError? in
        do throws(StoreError) {
          try store.perform(changes)
          return nil
        } catch {
          return error
        }
      }
      DispatchQueue.main.async { done(failure) }
    }
  }

  private func apply(_ change: StoreChange) throws(StorageFault) {
    switch change {
    case .saveDraft(let draft): try draftTable.save(draft)
    case .deleteDraft(let key): try draftTable.delete(key)
    case .addHistory(let entry): try historyTable.add(entry)
    case .trimHistory(let time, let count): try historyTable.trim(before: time, keeping: count)
    case .moveHistory(let old, let new): try historyTable.move(from: old, to: new)
    case .forgetHistory(let key): try historyTable.forget(key)
    case .saveOutbox(let entry): try outboxTable.save(entry)
    case .deleteOutbox(let id): try outboxTable.delete(id)
    case .saveEventToken(let token): try markTable.save(token)
    case .saveSession(let session): try markTable.save(session)
    case .cacheChannels(let summaries): for summary in summaries { try cacheTables.save(summary) }
    case .forgetChannel(let id): try cacheTables.forget(id)
    case .cacheMessages(let messages): for message in messages { try cacheTables.save(message) }
    case .updateMessage(let message): try cacheTables.update(message)
    case .deleteMessage(let event): try cacheTables.delete(event)
    case .forgetMessage(let id, let channel): try cacheTables.forget(id, in: channel)
    }
  }

  /// Moves everything into the file itself, so that it is complete without its journal. For the end of a session;
  /// the store can be written to as before.
  /// - Throws: if that is not possible now. Nothing is lost then: the journal holds it.
  public func checkpoint() throws(StoreError) {
    guard journal != nil, !isOutOfPlace else { return }
    try access { () throws(StorageFault) in try settleJournal(patience: Self.erasingPatience) }
    owesErasure = false
  }

  /// Goes in front of everything that is written.
  func needJournal() throws(StorageFault) {
    guard journal != nil, !needsJournal else { return }
    try connection.setSynchronous(false)
    try connection.needJournal(at: path)
    needsJournal = true
  }

  private func settleJournal(patience: Int32) throws(StorageFault) {
    needsJournal = false
    try connection.settleJournal(patience: patience)
  }

  /// Switches to another file, or reopens the same one.
  func use(_ connection: Connection) {
    self.connection = connection
    needsJournal = false
    draftTable = DraftTable(connection)
    journal = nil
    isOutOfPlace = false
  }

  /// Watches from now on whether the files stay in place.
  func watch() { journal = JournalFile(of: path, lock: folder?.lock) }

  /// Runs between two batches, because it waits for the disk.
  func emptyJournalSoon() {
    guard connection.journalPages >= Self.longestJournal, !isEmptyingJournal else { return }
    isEmptyingJournal = true
    Task { emptyJournal() }
  }

  func emptyJournal() {
    isEmptyingJournal = false
    // Data that cannot be moved stays in the journal, where it is as safe as in the file, and the next batch tries
    // again.
    try? connection.emptyJournal()
  }

  /// Forgotten data was overwritten in the file, but the journal still has the old writes.
  private func eraseJournal() {
    // Another session may have begun to read: then the next batch tries again.
    guard (try? settleJournal(patience: 0)) != nil else { return }
    owesErasure = false
  }

  /// In pages of 4 kB.
  private static let longestJournal = 1_000
  /// In milliseconds; a reading session finishes one answer much sooner.
  private static let erasingPatience: Int32 = 200

  var historyTable: HistoryTable { HistoryTable(connection: connection) }
  var outboxTable: OutboxTable { OutboxTable(connection: connection) }
  var markTable: MarkTable { MarkTable(connection: connection) }
  var cacheTables: CacheTables { CacheTables(connection: connection) }
}

extension StoreChange {
  /// Whether other people see it once it is stored: then it must not be undone by a power cut.
  fileprivate var isForOthers: Bool {
    if case .saveOutbox = self { true } else { false }
  }

  /// Whether no trace of the removed data may remain.
  fileprivate var isErasure: Bool {
    if case .forgetHistory = self { true } else { false }
  }
}
