import CSQLite
import Glibc

/// A connection to a database file, used by one thread at a time. Prepared statements are cached.
package final class Connection<Fault: DatabaseFault> {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var queries: [Query: Statement] = [:]
  private var isSynchronous = false
  /// The busy timeout in milliseconds. A session that is closing holds the lock for as long as the disk takes to write the journal.
  private var usualPatience: Int32 { 5_000 }
  /// The number of pages in the journal, stored by the hook after each commit.
  private let journal = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// - Parameter system: the name of the SQLite VFS; nil for the default.
  package init(path: String, isReadOnly: Bool = false, system: String? = nil) throws(Fault) {
    _ = usesLittleMemory
    var opened: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, system)
    guard let opened else {
      throw .sqlite(code: SQLITE_NOMEM, errno: 0, message: "there is no memory for the store")
    }
    guard code == SQLITE_OK else {
      let fault = Self.fault(code, of: opened)
      sqlite3_close_v2(opened)
      throw fault
    }
    handle = opened
    journal.initialize(to: 0)
    // Closing must leave the journal in place: a store marks its file as complete before it truncates the journal.
    _ = sqlite_keep_journal(handle, 1)
    sqlite3_busy_timeout(handle, usualPatience)
    // Replaces SQLite's own hook, whose automatic checkpoints would delay the saving of a key.
    sqlite3_wal_hook(
      handle,
      { journal, _, _, pages in
        journal?.storeBytes(of: pages, as: Int32.self)
        return SQLITE_OK
      }, journal)
  }

  deinit {
    (statements, queries) = ([:], [:])
    // If closing fails, the system closes the file at the end of the process, and nothing is lost.
    sqlite3_close_v2(handle)
    journal.deallocate()
  }

  /// Prepares a file for private data: turns on write-ahead logging, and makes SQLite overwrite deleted data.
  package func setUp() throws(Fault) {
    try execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 4194304;
      """)
  }

  /// Sets whether a transaction returns only once it is on the disk.
  package func setSynchronous(_ isSynchronous: Bool) throws(Fault) {
    guard isSynchronous != self.isSynchronous else { return }
    // SQLite refuses this setting within a transaction.
    try endLeftOver()
    try execute("PRAGMA synchronous = \(isSynchronous ? "FULL" : "NORMAL")")
    self.isSynchronous = isSynchronous
  }

  /// The number of pages in the journal since it was last restarted.
  package var journalPages: Int { Int(journal.pointee) }

  /// Checkpoints the journal into the database file as far as readers allow. The journal keeps its length.
  package func emptyJournal() throws(Fault) {
    try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil))
  }

  /// Checkpoints the whole journal and truncates it.
  /// - Parameter patience: how many milliseconds to wait for readers.
  package func eraseJournal(patience: Int32) throws(Fault) {
    sqlite3_busy_timeout(handle, patience)
    defer { sqlite3_busy_timeout(handle, usualPatience) }
    try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
  }

  /// Runs one statement to its end.
  package func run(_ sql: String, _ values: Value...) throws(Fault) {
    try run(try prepared(sql), values)
  }

  package func run(_ query: Query, _ values: Value...) throws(Fault) {
    try run(try prepared(query), values)
  }

  package func run(_ query: Query, _ values: [Value]) throws(Fault) { try run(try prepared(query), values) }

  private func run(_ statement: Statement, _ values: [Value]) throws(Fault) {
    defer { statement.reset() }
    try check(statement.run(values))
  }

  /// The number of the row that was inserted last.
  package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement wrote or removed.
  package var lastChanges: Int { Int(sqlite3_changes(handle)) }

  /// Calls the closure with each row of the result, in order.
  package func rows(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(Fault) -> Void
  ) throws(Fault) {
    try walk(sql, values) { row throws(Fault) in
      try read(row)
      return true
    }
  }

  /// Calls the closure with one row after another, as long as it returns true.
  package func walk(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(Fault) -> Bool
  ) throws(Fault) {
    try walk(try prepared(sql), values, read)
  }

  private func walk(
    _ statement: Statement, _ values: [Value], _ read: (Row) throws(Fault) -> Bool
  ) throws(Fault) {
    defer { statement.reset() }
    try check(statement.bind(values))
    while true {
      switch statement.step() {
      case SQLITE_ROW: guard try read(statement.row) else { return }
      case SQLITE_DONE: return
      case let code: throw fault(code)
      }
    }
  }

  /// The first row of the result, transformed; nil if there is none.
  package func first<Result>(
    _ sql: String, _ values: Value..., read: (Row) throws(Fault) -> Result
  ) throws(Fault) -> Result? {
    try first(try prepared(sql), values, read)
  }

  package func first<Result>(
    _ query: Query, _ values: Value..., read: (Row) throws(Fault) -> Result
  ) throws(Fault) -> Result? {
    try first(try prepared(query), values, read)
  }

  private func first<Result>(
    _ statement: Statement, _ values: [Value], _ read: (Row) throws(Fault) -> Result
  ) throws(Fault) -> Result? {
    defer { statement.reset() }
    try check(statement.bind(values))
    switch statement.step() {
    case SQLITE_ROW: return try read(statement.row)
    case SQLITE_DONE: return nil
    case let code: throw fault(code)
    }
  }

  /// Runs statements that are needed only once, and are therefore not cached.
  package func execute(_ sql: String) throws(Fault) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a transaction: everything is stored, or nothing.
  package func transaction<Result>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    try transaction(beginning: "BEGIN IMMEDIATE", body)
  }

  /// Reads several values from one snapshot. The file is locked once for all of them instead of once for each.
  package func reading<Result>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    try transaction(beginning: "BEGIN", body)
  }

  private func transaction<Result>(
    beginning begin: String, _ body: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    try endLeftOver()
    try run(begin)
    do throws(Fault) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends the last transaction if its rollback failed.
  func endLeftOver() throws(Fault) {
    if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
  }

  /// Rolls back without reporting an error, because the earlier error is the one to report. Some errors have already ended the
  /// transaction.
  private func rollBack() {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    // If this fails too, still nothing was stored, and the next transaction begins with a rollback.
    try? run("ROLLBACK")
  }

  /// Calls the closure with SQLite's handle, for calls that only tests need.
  package func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(handle) }

  private func prepared(_ sql: String) throws(Fault) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  private func prepared(_ query: Query) throws(Fault) -> Statement {
    if let statement = queries[query] { return statement }
    let statement = try prepare(query.sql)
    queries[query] = statement
    return statement
  }

  private func prepare(_ sql: String) throws(Fault) -> Statement {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { preconditionFailure("no statement in \(sql)") }
    return Statement(prepared)
  }

  private func check(_ code: Int32) throws(Fault) {
    guard code == SQLITE_OK else { throw fault(code) }
  }

  private func fault(_ code: Int32) -> Fault { Self.fault(code, of: handle) }

  private static func fault(_ code: Int32, of handle: OpaquePointer) -> Fault {
    // SQLite does not record the system's error when the end of a transaction fails.
    let said = errno
    let systemError = sqlite3_system_errno(handle)
    return .sqlite(
      code: code, errno: systemError == 0 ? said : systemError,
      message: String(cString: sqlite3_errmsg(handle)))
  }

  // MARK: Copying

  /// Copies everything into another file, which must be empty.
  package func copy(to path: String) throws(Fault) {
    try endLeftOver()
    try run("VACUUM INTO CAST(? AS TEXT)", .id(path))
  }

  /// Copies everything into another, empty connection.
  package func copy(into other: Connection) throws(Fault) {
    try endLeftOver()
    let target = other.handle
    guard let backup = sqlite3_backup_init(target, "main", handle, "main") else {
      throw Self.fault(sqlite3_extended_errcode(target), of: target)
    }
    sqlite3_backup_step(backup, -1)
    // The result includes errors of the step; their message is in the target.
    try other.check(sqlite3_backup_finish(backup))
  }
}

/// A step from one version of a file to the next. It must never change, because existing files were made with it.
package struct Migration {
  package let name: String
  package let sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension Connection {
  /// The number of migrations applied to the file, as stored in the file: 0 if it is new.
  package func version() throws(Fault) -> Int { try Int(first("PRAGMA user_version") { $0.integer(0) } ?? 0) }

  /// Migrates a file to the latest version; if a step fails, the file stays as it was before all of them.
  /// - Parameters:
  ///   - found: the file's version, which the caller has checked to be a known one.
  ///   - note: makes further writes in the same transaction.
  package func migrate(
    from found: Int, by migrations: [Migration], _ note: () throws(Fault) -> Void
  ) throws(Fault) {
    guard found < migrations.count else { return }
    try transaction { () throws(Fault) in
      for migration in migrations.dropFirst(found) { try execute(migration.sql) }
      try execute("PRAGMA user_version = \(migrations.count)")
      try note()
    }
  }
}
