import ChatDomain
import SQLite

/// The positions at which the event stream and the session continue, and the version of the file.
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

  /// Nil if there never was a log, or if its number was erased.
  func edits() throws(StorageFault) -> UInt64? { try value(of: .edits, as: UInt64.self) }

  /// Stores the number with which a log began that may have edits; nil: the log has no edits.
  func save(log number: UInt64?) throws(StorageFault) {
    if let number { return try save(number, as: .log) }
    try connection.run("DELETE FROM mark WHERE name = '\(Name.log.rawValue)'")
  }

  func log() throws(StorageFault) -> UInt64? { try value(of: .log, as: UInt64.self) }

  /// Stores the number of batches over the life of the profile.
  func save(generation: UInt64) throws(StorageFault) { try save(generation, as: .generation) }

  /// Nil if no batch was counted yet.
  func generation() throws(StorageFault) -> UInt64? { try value(of: .generation, as: UInt64.self) }

  /// Reads all of them.
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
