/// A step from one version of a file to the next. It is never changed, because files were made with it.
package struct Migration {
  package let name: String
  package let sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension Connection {
  /// The number of migrations that made the file, as it says itself: 0 if it is new.
  package func version() throws(Fault) -> Int { try Int(first("PRAGMA user_version") { $0.integer(0) } ?? 0) }

  /// Brings a file to the latest version; a step that fails leaves it as it was before all of them.
  /// - Parameters:
  ///   - found: its version, which the caller has compared with those it knows.
  ///   - note: what else is written with them.
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
