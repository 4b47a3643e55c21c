public import ChatDomain

/// What a device keeps, in one file of SQLite.
///
/// A batch is a transaction. What was kept is with the system when `perform` returns, so it survives the end of the
/// process, however that comes about.
public actor SQLiteStore: LocalStore {
  let path: String
  var connection: Connection
  var draftTable: DraftTable
  /// Held as long as this lives.
  private let lock: ProfileLock?
  /// Why nothing is kept; nil: all is.
  private let refusal: StoreError?

  /// A store that lasts as long as the process.
  public init() throws(StoreError) { try self.init(path: ":memory:") }

  /// The only one who writes to a file.
  init(path: String, lock: ProfileLock? = nil, system: String? = nil) throws(StoreError) {
    self.path = path
    self.lock = lock
    refusal = nil
    do throws(StorageFault) {
      connection = try Connection(path: path, system: system)
      try connection.configure()
      draftTable = DraftTable(connection)
    } catch {
      throw error.error(at: path)
    }
  }

  /// One who reads what somebody else writes.
  init(reading path: String, writtenBy owner: ProfileOwner) throws(StoreError) {
    self.path = path
    lock = nil
    refusal = .lockedBy(process: owner.process)
    do throws(StorageFault) {
      connection = try Connection(path: path, isReadOnly: true)
      try connection.checkVersion()
      draftTable = DraftTable(connection)
    } catch {
      throw error.error(at: path)
    }
  }

  public func perform(_ changes: [StoreChange]) throws(StoreError) {
    if let refusal { throw refusal }
    guard !changes.isEmpty else { return }
    do throws(StorageFault) {
      try connection.transaction { () throws(StorageFault) in
        for change in changes { try apply(change) }
      }
    } catch {
      draftTable.forgetKept()
      throw error.error(at: path)
    }
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

  var historyTable: HistoryTable { HistoryTable(connection: connection) }
  var outboxTable: OutboxTable { OutboxTable(connection: connection) }
  var cacheTables: CacheTables { CacheTables(connection: connection) }
}
