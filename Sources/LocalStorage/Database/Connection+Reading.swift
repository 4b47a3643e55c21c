import CSQLite

extension Connection {
  /// Opens a file for reading only, in this program's current schema.
  ///
  /// A file of an earlier version is copied into memory and migrated there: it may be in use by another session, or on
  /// a read-only disk. A file of a newer version is refused.
  static func reading(
    _ path: String, migrations: [Migration] = Migration.all
  ) throws(StorageFault) -> Connection {
    let file = try Connection(path: path, isReadOnly: true)
    let found = try file.version(knownTo: migrations)
    guard found < migrations.count else { return file }
    let copy = try Connection(path: SQLiteStore.memory)
    try file.copy(into: copy)
    try copy.migrate(from: found, by: migrations)
    return copy
  }

  /// Copies everything into another, empty connection.
  private func copy(into other: Connection) throws(StorageFault) {
    let fault = withHandle { source in
      other.withHandle { target -> StorageFault? in
        let backup = sqlite3_backup_init(target, "main", source, "main")
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        if code == SQLITE_DONE { return nil }
        return .sqlite(
          code: code, errno: sqlite3_system_errno(source), message: String(cString: sqlite3_errmsg(target)))
      }
    }
    if let fault { throw fault }
  }
}
