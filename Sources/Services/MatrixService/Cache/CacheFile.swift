import ChatDomain
import SQLite

typealias Connection = SQLite.Connection<CacheFault>

/// Where an account's cache is, and how it is opened.
struct CacheFile {
  /// Nil: in memory.
  var path: String?
  let user: UserID
  let device: DeviceID
  /// The name of SQLite's VFS; nil for the default.
  var system: String?
  /// Whether searches use SQLite's full-text index, if SQLite was built with it.
  var usesFullText = true

  /// The page size of a new file, in bytes. Events of some hundred bytes arrive by the thousand; SQLite's default pages of 4 kB
  /// would split at every eighth event.
  static let pageSize = 16_384

  var inMemory: CacheFile {
    var other = self
    (other.path, other.system) = (nil, nil)
    return other
  }

  /// Opens the file, or replaces an unusable file by a new one.
  func open() throws(CacheFault) -> (connection: Connection, opening: CacheOpening) {
    do throws(CacheFault) {
      let connection = try connect()
      let opening = try prepare(connection)
      if opening != .replaced { return (connection, opening) }
    } catch {
      guard error == .damaged else { throw error }
    }
    if let path { DatabaseFile.remove(path) }
    let connection = try connect()
    _ = try prepare(connection)
    return (connection, .replaced)
  }

  private func connect() throws(CacheFault) -> Connection {
    guard let path else { return try Connection(path: ":memory:") }
    try Connection.makePrivateFile(path)
    return try Connection(path: path, system: system)
  }

  /// - Returns: how the file was found; `.replaced` if it is of another device or a later version.
  private func prepare(_ connection: Connection) throws(CacheFault) -> CacheOpening {
    let hasFullText = try connection.number("SELECT count(*) FROM pragma_module_list WHERE name = 'fts5'") > 0
    let migrations = Migration.all(withFullText: hasFullText && usesFullText)
    let found = try connection.version()
    guard (0...migrations.count).contains(found) else { return .replaced }
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
      return .replaced
    }
    // SQLite without FTS5 cannot read a full-text index.
    if try connection.hasFullTextIndex(), !hasFullText { throw .damaged }
    return .continued
  }

  /// Copies the database of another connection into memory. Throws `.damaged` if it is not intact.
  func copy(of other: Connection) throws(CacheFault) -> Connection {
    let copy = try Connection(path: ":memory:")
    try other.copy(into: copy)
    try copy.setUp()
    guard try copy.first("PRAGMA quick_check(1)", read: { $0.text(0) }) == "ok" else { throw .damaged }
    guard try prepare(copy) == .continued else { throw .damaged }
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

  /// Whether the words of messages are in SQLite's full-text index, not in plain rows.
  func hasFullTextIndex() throws(CacheFault) -> Bool {
    try number(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'words' AND sql LIKE 'CREATE VIRTUAL TABLE%'") > 0
  }
}

/// How a cache was found when it was opened.
enum CacheOpening: Hashable, Sendable {
  /// There was none.
  case fresh
  /// An existing file was continued.
  case continued
  /// The file was damaged, of another user or device, or of a later version of the program. It was replaced by an empty one.
  case replaced
}

extension Value {
  static func id(_ id: some ChatIdentifier) -> Value { .id(id.rawValue) }

  static func id(_ id: (some ChatIdentifier)?) -> Value { id.map { .id($0.rawValue) } ?? .null }

  static func text(_ text: String?) -> Value { text.map { .id($0) } ?? .null }

  static func flag(_ isSet: Bool) -> Value { .integer(isSet ? 1 : 0) }

  /// The token with its highest bit flipped, so that tokens sort as signed numbers.
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

extension Migration {
  /// The migrations that bring a file to the current schema. Their number is the version of the schema.
  static func all(withFullText hasFullText: Bool) -> [Migration] {
    [everything, hasFullText ? wordsByFullText : wordsInRows, inbox, lastReceipts, encryptedUploads]
  }

  /// Columns hold values that queries use. Received data is stored as bytes.
  ///
  /// - A room has a number, which is shorter than its id. A room without a record exists only because other rows refer to it.
  /// - A token has its highest bit flipped, so that it sorts as a signed number.
  /// - An event is `listed` in the timeline of its room if it is shown, and in the channel.
  /// - A slice's number is never reused: a caller may still hold it.
  private static let everything = Migration(
    name: "marks, rooms, events, slices, threads, transactions, uploads and users",
    sql: """
      CREATE TABLE owner (user BLOB NOT NULL, device BLOB NOT NULL) STRICT;
      CREATE TABLE mark (name BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE room (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, record BLOB) STRICT;
      CREATE TABLE state (
        room INTEGER NOT NULL, type BLOB NOT NULL, key BLOB NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, type, key)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE account_data (
        room INTEGER NOT NULL, type BLOB NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (room, type)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE receipt (
        room INTEGER NOT NULL, user BLOB NOT NULL, place BLOB NOT NULL, private INTEGER NOT NULL,
        event BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (room, user, place, private)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE event (
        number INTEGER PRIMARY KEY, room INTEGER NOT NULL, id BLOB NOT NULL, token INTEGER NOT NULL,
        slice INTEGER, kind INTEGER NOT NULL, shown INTEGER NOT NULL, counted INTEGER NOT NULL,
        in_channel INTEGER NOT NULL, listed INTEGER NOT NULL, mentions INTEGER NOT NULL, parent BLOB,
        target BLOB, quoted BLOB, sender BLOB NOT NULL, txn BLOB, bytes BLOB NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX event_id ON event (room, id);
      CREATE INDEX event_slice ON event (slice, listed, token) WHERE slice IS NOT NULL;
      CREATE INDEX event_channel ON event (room, token) WHERE listed = 1;
      CREATE INDEX event_thread ON event (room, parent, token) WHERE parent IS NOT NULL;
      CREATE INDEX event_target ON event (room, target, token) WHERE target IS NOT NULL;
      CREATE INDEX event_quoted ON event (room, quoted, token) WHERE quoted IS NOT NULL;
      CREATE INDEX event_txn ON event (room, txn) WHERE txn IS NOT NULL;
      CREATE TABLE slice (
        number INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL, before BLOB, after BLOB,
        live INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX slice_room ON slice (room);
      CREATE TABLE thread (
        room INTEGER NOT NULL, root BLOB NOT NULL, latest INTEGER, changed INTEGER NOT NULL,
        mine INTEGER NOT NULL, whole INTEGER NOT NULL, before BLOB, told_count INTEGER, told_latest INTEGER,
        PRIMARY KEY (room, root)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX thread_latest ON thread (latest, root) WHERE mine = 1;
      CREATE TABLE sent (
        id BLOB NOT NULL, purpose BLOB NOT NULL, room INTEGER NOT NULL, result BLOB, at INTEGER NOT NULL,
        PRIMARY KEY (id, purpose)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sent_at ON sent (at);
      CREATE TABLE upload (
        id BLOB PRIMARY KEY, txn BLOB NOT NULL, name BLOB NOT NULL, type BLOB NOT NULL, size INTEGER NOT NULL,
        received INTEGER NOT NULL, address BLOB, done INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX upload_txn ON upload (txn);
      CREATE TABLE user (id BLOB PRIMARY KEY, name BLOB) STRICT, WITHOUT ROWID;
      """)

  /// The full-text index, by event number. It has no positions, because each match is compared with its text.
  private static let wordsByFullText = Migration(
    name: "words",
    sql: """
      CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii', detail = none, columnsize = 0);
      INSERT INTO words (words, rank) VALUES ('automerge', 8);
      """)

  /// The texts in plain rows, for an SQLite without FTS5.
  private static let wordsInRows = Migration(
    name: "words", sql: "CREATE TABLE words (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")

  /// The inbox. It starts with known mentions; replies and reactions are added from now on.
  private static let inbox = Migration(
    name: "inbox",
    sql: """
      CREATE TABLE inbox (
        room INTEGER NOT NULL, event BLOB NOT NULL, kind INTEGER NOT NULL, message BLOB NOT NULL, parent BLOB,
        sender BLOB NOT NULL, token INTEGER NOT NULL, name BLOB, PRIMARY KEY (room, event)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX inbox_token ON inbox (token);
      CREATE INDEX inbox_message ON inbox (room, message);
      INSERT INTO inbox (room, event, kind, message, parent, sender, token)
        SELECT room, id, 0, id, parent, sender, token FROM event
        WHERE mentions = 1 AND shown = 1 AND counted = 1 ORDER BY token DESC LIMIT 500;
      """)

  /// The index for the latest receipts of a room.
  private static let lastReceipts = Migration(
    name: "last receipts", sql: "CREATE INDEX receipt_at ON receipt (room, place, private, at);")

  /// The rooms of uploads, and the keys of encrypted ones.
  private static let encryptedUploads = Migration(
    name: "encrypted uploads",
    sql: "ALTER TABLE upload ADD COLUMN room BLOB; ALTER TABLE upload ADD COLUMN key BLOB;")
}
