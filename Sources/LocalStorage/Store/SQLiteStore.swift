public import ChatDomain

/// What a device keeps, in one file of SQLite.
///
/// A batch is a transaction. What was kept is with the system when `perform` returns, so it survives the end of the
/// process, however that comes about.
public actor SQLiteStore: LocalStore {
  /// A thread of its own: a slow disk keeps nobody waiting but those who wait for it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue()

  /// What happened to the file since the store was opened.
  public nonisolated let news: AsyncStream<StorageNews>
  let teller: AsyncStream<StorageNews>.Continuation

  let path: String
  /// Where it was opened; nil: it is no profile's.
  let folder: ProfileFolder?
  let clock: any ChatClock
  var connection: Connection
  var draftTable: DraftTable
  /// Held as long as this owns the profile; nil: others may write.
  var lock: ProfileLock?
  /// Why nothing is kept; nil: all is.
  var refusal: StoreError?
  /// Gets what was kept through to the disk.
  var journal: JournalFile?
  /// Whether other files stand under the names of those that are written to.
  var isOutOfPlace = false
  private var isEmptyingJournal = false
  var bounds = CacheBounds()
  /// How many messages were added to the cache since it was looked whether they are too many.
  var messagesAdded = 0
  var hasTrimmed = false
  var trimming: Task<Void, Never>?
  /// Whether the journal may hold what is to be forgotten.
  private var owesErasure = false

  /// The only one who writes to a file, in no profile.
  init(path: String, clock: any ChatClock, system: String? = nil) throws(StorageFault) {
    let connection = try Connection(path: path, system: system)
    try connection.configure()
    self.init(connection, at: path, in: nil, clock: clock)
  }

  /// - Parameters:
  ///   - lock: that this one owns the profile.
  ///   - refusal: why nothing is kept; the connection is for reading then.
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
    let isWritten = refusal == nil && path != Self.memory
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
      // Whoever just reads keeps the journal as it is: then nothing is forgotten, instead of saying so untruly.
      if isErasure { try connection.eraseJournal(patience: Self.erasingPatience) }
      do throws(StorageFault) {
        try connection.setSynchronous(changes.contains(where: \.isForOthers))
        try connection.transaction { () throws(StorageFault) in
          for change in changes { try apply(change) }
        }
      } catch {
        draftTable.forgetKept()
        throw error
      }
    }
    journal?.sync(for: self)
    owesErasure = owesErasure || isErasure
    if owesErasure { eraseJournal() }
    emptyJournalSoon()
    trimCacheSoon(after: changes)
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
    case .saveEventToken(let token): try outboxTable.save(token)
    case .cacheChannels(let summaries): for summary in summaries { try cacheTables.save(summary) }
    case .forgetChannel(let id): try cacheTables.forget(id)
    case .cacheMessages(let messages): for message in messages { try cacheTables.save(message) }
    case .forgetMessage(let id, let channel): try cacheTables.forget(id, in: channel)
    }
  }

  /// Works with another file, or with the same one anew, from now on.
  func use(_ connection: Connection) {
    self.connection = connection
    draftTable = DraftTable(connection)
    journal = nil
    isOutOfPlace = false
  }

  /// From now on it is noticed when the files are not where they are now.
  func watch() { journal = JournalFile(of: path, lock: folder?.lock) }

  /// Between two batches, for it waits for the disk.
  func emptyJournalSoon() {
    guard connection.journalPages >= Self.longestJournal, !isEmptyingJournal else { return }
    isEmptyingJournal = true
    Task { emptyJournal() }
  }

  private func emptyJournal() {
    isEmptyingJournal = false
    // What cannot be moved is kept in the journal as well as in the file, and the next batch tries again.
    try? connection.emptyJournal()
  }

  /// What was forgotten is overwritten where it lay; the journal still has it from when it was written.
  private func eraseJournal() {
    // Somebody may have begun to read since: then the next batch tries again.
    guard (try? connection.eraseJournal(patience: 0)) != nil else { return }
    owesErasure = false
  }

  /// In pages of 4 kB.
  private static let longestJournal = 1_000
  /// In milliseconds; a session that reads is done with one answer much sooner.
  private static let erasingPatience: Int32 = 200
  static let memory = ":memory:"

  var historyTable: HistoryTable { HistoryTable(connection: connection) }
  var outboxTable: OutboxTable { OutboxTable(connection: connection) }
  var cacheTables: CacheTables { CacheTables(connection: connection) }
}

extension StoreChange {
  /// Whether others learn of it once it is kept: after a power cut it may not look as if it had never been.
  fileprivate var isForOthers: Bool {
    if case .saveOutbox = self { true } else { false }
  }

  /// Whether nothing is to be left of what is taken away.
  fileprivate var isErasure: Bool {
    if case .forgetHistory = self { true } else { false }
  }
}
