public import ChatDomain

/// What a device keeps, in one file of SQLite.
///
/// A batch is a transaction. What was kept is with the system when `perform` returns, so it survives the end of the
/// process, however that comes about.
public actor SQLiteStore: LocalStore {
  /// A thread of its own: a slow disk keeps nobody waiting but those who wait for it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue()

  /// What was found damaged since the store was opened.
  public nonisolated let recoveries: AsyncStream<Recovery>
  let recovered: AsyncStream<Recovery>.Continuation

  let path: String
  let clock: any ChatClock
  var connection: Connection
  var draftTable: DraftTable
  /// Held as long as this lives; nil: others may write.
  let lock: ProfileLock?
  /// Why nothing is kept; nil: all is.
  private let refusal: StoreError?
  /// Gets what was kept through to the disk.
  private let journal: JournalFile?
  private var isEmptyingJournal = false

  /// The only one who writes to a file.
  init(
    path: String, clock: any ChatClock, lock: ProfileLock? = nil, system: String? = nil
  ) throws(StorageFault) {
    self.path = path
    self.clock = clock
    self.lock = lock
    refusal = nil
    journal = path == Self.memory ? nil : JournalFile(of: path)
    connection = try Connection(path: path, system: system)
    try connection.configure()
    draftTable = DraftTable(connection)
    (recoveries, recovered) = AsyncStream.makeStream()
  }

  /// One who reads what somebody else writes.
  init(reading path: String, clock: any ChatClock, writtenBy owner: ProfileOwner) throws(StorageFault) {
    self.path = path
    self.clock = clock
    lock = nil
    refusal = .lockedBy(process: owner.process)
    journal = nil
    connection = try Connection(path: path, isReadOnly: true)
    try connection.checkVersion()
    draftTable = DraftTable(connection)
    (recoveries, recovered) = AsyncStream.makeStream()
  }

  deinit { recovered.finish() }

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if let refusal { throw refusal }
    guard !changes.isEmpty else { return }
    try access { () throws(StorageFault) in
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
    journal?.sync()
    emptyJournalSoon()
  }

  private func apply(_ change: StoreChange) throws(StorageFault) {
    switch change {
    case .saveDraft(let draft): try draftTable.save(draft)
    case .deleteDraft(let key): try draftTable.delete(key)
    case .addHistory(let entry): try historyTable.add(entry)
    case .trimHistory(let time, let count): try historyTable.trim(before: time, keeping: count)
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

  /// Between two batches, for it waits for the disk.
  private func emptyJournalSoon() {
    guard connection.journalPages >= Self.longestJournal, !isEmptyingJournal else { return }
    isEmptyingJournal = true
    Task { emptyJournal() }
  }

  private func emptyJournal() {
    isEmptyingJournal = false
    // What cannot be moved is kept in the journal as well as in the file, and the next batch tries again.
    try? connection.emptyJournal()
  }

  /// In pages of 4 kB.
  private static let longestJournal = 1_000
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
}
