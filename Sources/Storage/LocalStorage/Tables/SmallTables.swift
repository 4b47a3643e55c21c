import ChatDomain
import DraftEngine
import SQLite

/// The history of the composers. It is listed by time; of two entries with the same time, the one added last is the later one.
/// The entries added first are deleted first.
struct HistoryTable {
  let connection: Connection

  func add(_ entry: DraftHistoryEntry) throws(StorageFault) {
    let place = DraftPlace(entry.key)
    try connection.run(
      "INSERT INTO history (channel, parent, at, record) VALUES (?, ?, ?, ?)", place.channel, place.parent,
      .integer(entry.at.microseconds), .bytes(Record.sealed(entry)))
  }

  /// Deletes the entries beyond the limits. Ids increase with each entry, so their order is the order of insertion.
  func trim(to limits: HistoryLimits) throws(StorageFault) {
    let last: Int64?
    if limits.age == nil {
      last = try connection.first(
        "SELECT id FROM history ORDER BY id DESC LIMIT 1 OFFSET ?", .integer(Int64(max(0, limits.count)))
      ) { $0.integer(0) }
    } else {
      var entries: [(id: Int64, at: Timestamp)] = []
      try connection.rows("SELECT id, at FROM history ORDER BY id", []) { row in
        entries.append((row.integer(0), Timestamp(microseconds: row.integer(1))))
      }
      last = entries.dropLast(limits.keptCount(of: entries.map(\.at))).last?.id
    }
    guard let last else { return }
    try connection.run("DELETE FROM history WHERE id <= ?", .integer(last))
  }

  /// Moves the entries of one key to another. Their order stays: by time, then by insertion.
  func move(from old: DraftKey, to new: DraftKey) throws(StorageFault) {
    let (from, to) = (DraftPlace(old), DraftPlace(new))
    var entries: [(id: Int64, entry: DraftHistoryEntry)] = []
    try connection.rows(
      "SELECT id, record FROM history WHERE channel = ? AND parent = ?", [from.channel, from.parent]
    ) { row throws(StorageFault) in entries.append((row.integer(0), try row.record(1))) }
    for (id, old) in entries {
      var entry = old
      entry.key = new
      try connection.run(
        "UPDATE history SET channel = ?, parent = ?, record = ? WHERE id = ?", to.channel, to.parent,
        .bytes(Record.sealed(entry)), .integer(id))
    }
  }

  /// Deletes the entries of one key, or of all; with a text, only those with this text.
  func forget(_ key: DraftKey?, only text: [MessageElement]?) throws(StorageFault) {
    if let text { return try forget(text, of: key) }
    guard let key else { return try connection.run("DELETE FROM history") }
    let place = DraftPlace(key)
    try connection.run("DELETE FROM history WHERE channel = ? AND parent = ?", place.channel, place.parent)
  }

  private func forget(_ text: [MessageElement], of key: DraftKey?) throws(StorageFault) {
    var forgotten: [Int64] = []
    try connection.rows("SELECT id, record FROM history", []) { row throws(StorageFault) in
      let entry: DraftHistoryEntry = try row.record(1)
      if entry.isForgotten(with: key, only: text) { forgotten.append(row.integer(0)) }
    }
    for id in forgotten { try connection.run("DELETE FROM history WHERE id = ?", .integer(id)) }
  }

  func latest(for key: DraftKey?, limit: Int) throws(StorageFault) -> [DraftHistoryEntry] {
    var values: [Value] = []
    var choice = ""
    if let key {
      let place = DraftPlace(key)
      values = [place.channel, place.parent]
      choice = "WHERE channel = ? AND parent = ? "
    }
    values.append(.integer(Int64(max(0, limit))))
    return try connection.records(
      "SELECT record FROM history \(choice)ORDER BY at DESC, id DESC LIMIT ?", values)
  }
}

/// The requests that the service has not accepted yet.
struct OutboxTable {
  let connection: Connection

  func save(_ entry: OutboxEntry) throws(StorageFault) {
    try connection.run(
      """
      INSERT INTO outbox (txn, sequence, record) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET sequence = excluded.sequence, record = excluded.record
      """, .id(entry.transactionId.rawValue), .integer(Int64(entry.sequence)), .bytes(Record.sealed(entry)))
  }

  func delete(_ id: TransactionID) throws(StorageFault) {
    try connection.run("DELETE FROM outbox WHERE txn = ?", .id(id.rawValue))
  }

  func entries() throws(StorageFault) -> [OutboxEntry] {
    try connection.records("SELECT record FROM outbox ORDER BY sequence, txn")
  }
}

extension OutboxEntry {
  /// The messages that the request refers to.
  var messages: [MessageID] { [message.id, message.parentId, message.quoted?.id].compactMap(\.self) }
}

/// Single values: the positions at which the event stream and the session continue, the version of the file, and how far the log
/// and the tables were written.
struct MarkTable {
  let connection: Connection

  func save(_ token: EventToken) throws(StorageFault) { try save(token.rawValue, as: .events) }

  func eventToken() throws(StorageFault) -> EventToken? {
    try value(of: .events, as: String.self).map(EventToken.init(rawValue:))
  }

  func save(_ session: SessionState) throws(StorageFault) { try save(session, as: .session) }

  /// Stores the version of the schema a second time.
  func save(version: Int) throws(StorageFault) { try save(version, as: .version) }

  func version() throws(StorageFault) -> Int? { try value(of: .version, as: Int.self) }

  func session() throws(StorageFault) -> SessionState? { try value(of: .session, as: SessionState.self) }

  /// Stores the number of the last edit of the log that the tables have.
  func save(edits number: UInt64) throws(StorageFault) { try save(number, as: .edits) }

  /// Nil if there never was a log, or if the tables were salvaged.
  func edits() throws(StorageFault) -> UInt64? { try value(of: .edits, as: UInt64.self) }

  /// Stores the number with which the log began; nil if the log has no edits.
  func save(log number: UInt64?) throws(StorageFault) {
    if let number { return try save(number, as: .log) }
    try connection.run("DELETE FROM mark WHERE name = '\(Name.log.rawValue)'")
  }

  func log() throws(StorageFault) -> UInt64? { try value(of: .log, as: UInt64.self) }

  /// Stores the number of batches over the life of the profile.
  func save(generation: UInt64) throws(StorageFault) { try save(generation, as: .generation) }

  /// Nil if no batch was counted yet.
  func generation() throws(StorageFault) -> UInt64? { try value(of: .generation, as: UInt64.self) }

  /// Reads all marks.
  /// - Throws: if one is damaged.
  func check() throws(StorageFault) {
    _ = (try eventToken(), try session(), try version(), try edits(), try log(), try generation())
  }

  /// Stored in files: names must not change.
  private enum Name: String {
    case edits, events, generation, log, session, version
  }

  private func save(_ value: some Recordable, as name: Name) throws(StorageFault) {
    try connection.run(
      "INSERT OR REPLACE INTO mark (name, record) VALUES ('\(name.rawValue)', ?)",
      .bytes(Record.sealed(value)))
  }

  private func value<Value: Recordable>(of name: Name, as type: Value.Type) throws(StorageFault) -> Value? {
    try connection.first("SELECT record FROM mark WHERE name = '\(name.rawValue)'") {
      row throws(StorageFault) in
      try row.record(0)
    }
  }
}
