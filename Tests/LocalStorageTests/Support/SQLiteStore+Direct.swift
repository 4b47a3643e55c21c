@testable import LocalStorage

extension SQLiteStore {
  /// Past the contract.
  func execute(_ sql: String) throws { try connection.execute(sql) }

  func number(_ sql: String) throws -> Int { try Int(connection.first(sql) { $0.integer(0) } ?? 0) }
}
