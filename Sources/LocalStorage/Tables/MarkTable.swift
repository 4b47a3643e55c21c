import ChatDomain
import SQLite

/// The places to go on from: in the event stream, and in the program; and the version of the file.
struct MarkTable {
  let connection: Connection

  func save(_ token: EventToken) throws(StorageFault) { try save(token.rawValue, as: .events) }

  func eventToken() throws(StorageFault) -> EventToken? {
    try value(of: .events, as: String.self).map(EventToken.init(rawValue:))
  }

  func save(_ session: SessionState) throws(StorageFault) { try save(session, as: .session) }

  /// The version of the schema, a second time.
  func save(version: Int) throws(StorageFault) { try save(version, as: .version) }

  func version() throws(StorageFault) -> Int? { try value(of: .version, as: Int.self) }

  func session() throws(StorageFault) -> SessionState? { try value(of: .session, as: SessionState.self) }

  /// The number of the last edit of the log that the tables have.
  func save(edits number: UInt64) throws(StorageFault) { try save(number, as: .edits) }

  /// Nil if there never was a log, or if that was forgotten.
  func edits() throws(StorageFault) -> UInt64? { try value(of: .edits, as: UInt64.self) }

  /// Stored in files: none is ever changed.
  private enum Name: String {
    case edits, events, session, version
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
