import ChatDomain
import SQLite

/// A connection to a cache.
typealias Connection = SQLite.Connection<CacheFault>

/// Where an account's cache is, and how it is opened.
struct CacheFile {
  /// Nil: in memory.
  var path: String?
  let user: UserID
  let device: DeviceID
  /// The name of the layer between SQLite and the files; nil for the usual one.
  var system: String?
  /// Whether words are found by SQLite's own index where it has one.
  var usesFullText = true

  /// In bytes, of a new file. Events are some hundred bytes each, and come by the thousand: with SQLite's usual pages of
  /// 4 kB a page is split for every eighth of them.
  static let pageSize = 16_384

  var inMemory: CacheFile {
    var other = self
    (other.path, other.system) = (nil, nil)
    return other
  }

  /// Opens the file. One that cannot be used is removed, and a new one takes its place.
  func open() throws(CacheFault) -> (connection: Connection, opening: CacheOpening) {
    let reason: CacheOpening.Reason
    do throws(CacheFault) {
      let connection = try connect()
      let opening = try prepare(connection)
      guard case .replaced(let why) = opening else { return (connection, opening) }
      reason = why
    } catch {
      guard error == .damaged else { throw error }
      reason = .damaged
    }
    if let path { DatabaseFile.remove(path) }
    let connection = try connect()
    _ = try prepare(connection)
    return (connection, .replaced(reason))
  }

  private func connect() throws(CacheFault) -> Connection {
    guard let path else { return try Connection(path: ":memory:") }
    try Connection.makePrivateFile(path)
    return try Connection(path: path, system: system)
  }

  /// - Returns: as what it was found; `.replaced` if it cannot be used.
  private func prepare(_ connection: Connection) throws(CacheFault) -> CacheOpening {
    let hasFullText = try connection.number("SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'") > 0
    let migrations = Migration.all(withFullText: hasFullText && usesFullText)
    let found = try connection.version()
    guard (0...migrations.count).contains(found) else { return .replaced(.unknownVersion(found)) }
    if found == 0 { try connection.execute("PRAGMA page_size = \(Self.pageSize)") }
    try connection.setUp()
    if found == 0, try connection.number("SELECT count(*) FROM sqlite_schema") > 0 { throw .damaged }
    try connection.migrate(from: found, by: migrations) { () throws(CacheFault) in
      guard found == 0 else { return }
      try connection.run(
        "INSERT INTO owner (user, device) VALUES (?, ?)", .id(user.rawValue), .id(device.rawValue))
    }
    if found == 0 { return .fresh }
    let owner = try connection.first("SELECT user, device FROM owner") { [$0.bytes(0), $0.bytes(1)] }
    guard let owner else { throw .damaged }
    guard owner == [Array(user.rawValue.utf8), Array(device.rawValue.utf8)] else {
      return .replaced(.otherAccount)
    }
    // SQLite without its index cannot read one.
    if try connection.hasFullTextIndex(), !hasFullText { throw .damaged }
    return .continued
  }

  /// Copies another connection into memory, if it is sound.
  func copy(of other: Connection) throws(CacheFault) -> Connection {
    let copy = try Connection(path: ":memory:")
    try other.copy(into: copy)
    try copy.setUp()
    guard try copy.first("PRAGMA quick_check(1)", read: { $0.text(0) }) == "ok" else { throw .damaged }
    guard case .continued = try prepare(copy) else { throw .damaged }
    return copy
  }
}

extension SQLite.Connection where Fault == CacheFault {
  /// The first column of the first row.
  func number(_ sql: String, _ values: Value...) throws(CacheFault) -> Int {
    var found: Int?
    try rows(sql, values) { found = found ?? Int($0.integer(0)) }
    return found ?? 0
  }

  /// Whether the words of messages are in an index of SQLite's.
  func hasFullTextIndex() throws(CacheFault) -> Bool {
    try number(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'words' AND sql LIKE 'CREATE VIRTUAL TABLE%'") > 0
  }
}

/// How a cache was found when it was opened.
enum CacheOpening: Hashable, Sendable {
  /// There was none.
  case fresh
  /// It goes on where it ended.
  case continued
  /// There was one that this account or this program cannot use. It was removed, and an empty one takes its place.
  case replaced(Reason)

  /// Why a cache cannot be used.
  enum Reason: Hashable, Sendable {
    case damaged
    /// It is that of another user, or of another device.
    case otherAccount
    /// It was made by a later version of the program.
    case unknownVersion(Int)
  }
}

extension Value {
  static func id(_ id: some ChatIdentifier) -> Value { .id(id.rawValue) }

  static func id(_ id: (some ChatIdentifier)?) -> Value { id.map { .id($0.rawValue) } ?? .null }

  static func text(_ text: String?) -> Value { text.map { .id($0) } ?? .null }

  static func flag(_ isSet: Bool) -> Value { .integer(isSet ? 1 : 0) }

  /// With the highest bit flipped, so that tokens sort as signed numbers.
  static func token(_ token: Timetoken) -> Value { .integer(Int64(bitPattern: token.rawValue ^ (1 << 63))) }

  static func token(_ token: Timetoken?) -> Value { token.map { .token($0) } ?? .null }
}

extension Row {
  func id<ID: ChatIdentifier>(_ column: Int32) -> ID { ID(text(column)) }

  func idIfAny<ID: ChatIdentifier>(_ column: Int32) -> ID? { isNull(column) ? nil : ID(text(column)) }

  func textIfAny(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func token(_ column: Int32) -> Timetoken { Timetoken(UInt64(bitPattern: integer(column)) ^ (1 << 63)) }

  func tokenIfAny(_ column: Int32) -> Timetoken? { isNull(column) ? nil : token(column) }
}
