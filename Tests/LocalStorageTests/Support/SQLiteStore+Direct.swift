import SQLite

@testable import LocalStorage

extension SQLiteStore {
  var connection: LocalStorage.Connection { file.connection }
  var journal: JournalFile? { file.journal }

  /// Past the contract.
  func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Makes it a file of this version, as a program of that version would.
  func claim(version: Int) throws {
    try execute("PRAGMA user_version = \(version)")
    try MarkTable(connection: connection).save(version: version)
  }

  /// The number of the last edit that the tables have.
  func foldedEdits() throws -> UInt64? { try file.marks.edits() }
  func begunLog() throws -> UInt64? { try file.marks.log() }

  func number(_ sql: String) throws -> Int { try Int(connection.first(sql) { $0.integer(0) } ?? 0) }
}
