import ChatDomain
import SQLite

/// The data that a device has received for one account, in its own file or in memory.
///
/// Everything in it can be fetched again, so a power cut may lose the last transactions, but never a part of a transaction. It
/// belongs to one actor. Events, states and room records are opaque bytes to it.
///
/// After `CacheFault.full` or `.failed`, a caller can continue with `continueInMemory`, and after `.damaged` with
/// `reset`.
final class MatrixCache {
  /// How the file was found.
  private(set) var opening: CacheOpening
  private(set) var connection: Connection
  private(set) var hasFullText: Bool
  private var file: CacheFile
  private var isInTransaction = false
  private var numbers = RoomNumbers()
  /// The inbox as last read; nil once it may have changed.
  var knownInbox: KnownInbox?

  /// Opens the file of an account. A missing or unusable file is replaced by a new one.
  /// - Parameter path: nil: in memory, the fallback for a disk that fails.
  convenience init(path: String?, of user: UserID, on device: DeviceID) throws(CacheFault) {
    try self.init(CacheFile(path: path, user: user, device: device))
  }

  init(_ file: CacheFile) throws(CacheFault) {
    self.file = file
    (connection, opening) = try file.open()
    hasFullText = try connection.hasFullTextIndex()
  }

  /// Whether the data is lost when the process ends.
  var isInMemory: Bool { file.path == nil }

  /// Runs a transaction, whose writes are kept as a whole or not at all. A nested transaction joins the outer one: if it fails, its
  /// writes are undone only if the outer one fails too.
  func transaction<R>(_ body: () throws(CacheFault) -> R) throws(CacheFault) -> R {
    guard !isInTransaction else { return try body() }
    isInTransaction = true
    defer { isInTransaction = false }
    let result: R
    do throws(CacheFault) {
      result = try connection.transaction(body)
    } catch {
      invalidateMemory()
      throw error
    }
    if connection.journalPages >= Self.longestJournal {
      // If that fails the pages stay safely in the journal, and the next transaction tries again.
      try? connection.emptyJournal()
    }
    return result
  }

  /// Reads from one snapshot, which is faster than separate reads. Writes in the body belong to the same transaction.
  func reading<R>(_ body: () throws(CacheFault) -> R) throws(CacheFault) -> R {
    guard !isInTransaction else { return try body() }
    isInTransaction = true
    defer { isInTransaction = false }
    do throws(CacheFault) { return try connection.reading(body) } catch {
      invalidateMemory()
      throw error
    }
  }

  /// Copies the readable data into memory and continues there, for a disk that is full or fails. The file stays for the next start.
  /// If it cannot be copied, the memory begins empty, and a damaged file is removed.
  func continueInMemory() {
    precondition(!isInTransaction, "the cache cannot change its place within a transaction")
    guard let path = file.path else { return }
    let memory = file.inMemory
    do throws(CacheFault) {
      try use(try memory.copy(of: connection))
    } catch {
      // If memory runs out too, the old connection stays and reports its errors.
      guard let empty = try? memory.open().connection, (try? use(empty)) != nil else { return }
      if error == .damaged { DatabaseFile.remove(path) }
    }
    file = memory
  }

  /// Replaces the file by an empty one. For damage that is found while the file is in use.
  func reset() throws(CacheFault) {
    precondition(!isInTransaction, "the cache cannot begin anew within a transaction")
    // Closes the file before it is removed.
    try use(try file.inMemory.open().connection)
    if let path = file.path {
      DatabaseFile.remove(path)
      try use(try file.open().connection)
    }
    opening = .replaced
  }

  private func use(_ connection: Connection) throws(CacheFault) {
    hasFullText = try connection.hasFullTextIndex()
    self.connection = connection
    invalidateMemory()
  }

  /// Invalidates the values in memory that were read from the file.
  func invalidateMemory() {
    numbers = RoomNumbers()
    knownInbox = nil
  }

  // MARK: The numbers of rooms

  /// The number of a room; nil if it is unknown.
  func number(of id: ChannelID) throws(CacheFault) -> Int64? {
    // Rooms are compared by the bytes of their ids, because a `String` can be equal to one with other bytes.
    let name = Value.id(id)
    if let known = numbers[name] { return known }
    let found = try connection.first("SELECT number FROM room WHERE id = ?", name) { $0.integer(0) }
    if let found { numbers[name] = found }
    return found
  }

  /// The number of a room; a new number if it has none.
  func newNumber(of id: ChannelID) throws(CacheFault) -> Int64 {
    if let number = try number(of: id) { return number }
    try connection.run("INSERT INTO room (id) VALUES (?)", .id(id))
    guard let number = try number(of: id) else { throw .damaged }
    return number
  }

  /// The size at which the journal is emptied, in pages.
  private static let longestJournal = 4_194_304 / CacheFile.pageSize
}

extension MatrixCache {
  var accountData: AccountDataTable { AccountDataTable(cache: self) }
  var events: EventTable { EventTable(cache: self) }
  var inbox: InboxTable { InboxTable(cache: self) }
  var receipts: ReceiptTable { ReceiptTable(cache: self) }
  var rooms: RoomTable { RoomTable(cache: self) }
  var slices: SliceTable { SliceTable(cache: self) }
  var states: StateTable { StateTable(cache: self) }
  var threads: ThreadTable { ThreadTable(cache: self) }
  var transactions: TransactionTable { TransactionTable(cache: self) }
  var trimmer: HistoryTrimmer { HistoryTrimmer(cache: self) }
  var uploads: UploadTable { UploadTable(cache: self) }
  var users: UserTable { UserTable(cache: self) }
  var values: ValueTable { ValueTable(cache: self) }
  var words: WordTable { WordTable(cache: self) }
}

/// A cache of room numbers by id.
struct RoomNumbers {
  private var all: [Value: Int64] = [:]
  /// The last lookup: an answer describes one room after another.
  private var last: (id: Value, number: Int64)?

  subscript(id: Value) -> Int64? {
    mutating get {
      if let last, last.id == id { return last.number }
      guard let number = all[id] else { return nil }
      last = (id, number)
      return number
    }
    set {
      all[id] = newValue
      last = newValue.map { (id, $0) }
    }
  }
}

/// Why a cache operation failed.
enum CacheFault: DatabaseFault, Hashable {
  /// The disk is full.
  case full
  /// The file is not as this program left it.
  case damaged
  /// SQLite's extended code or the system's error code, with its message.
  case failed(code: Int32, message: String)

  /// Whether another program, such as a backup, is using the file, so that a retry may succeed.
  var isBusy: Bool { if case .failed(let code, _) = self { ResultCode.isBusy(code) } else { false } }

  static func sqlite(code: Int32, errno: Int32, message: String) -> CacheFault {
    if ResultCode.isFull(code, errno: errno) { return .full }
    return ResultCode.isDamage(code) ? .damaged : .failed(code: code, message: message)
  }

  static func system(errno: Int32, path: String) -> CacheFault {
    ResultCode.isFull(errno: errno) ? .full : .failed(code: errno, message: path)
  }
}
