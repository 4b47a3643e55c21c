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
