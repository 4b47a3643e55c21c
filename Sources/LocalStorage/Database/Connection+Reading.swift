import CSQLite

extension Connection {
  /// Opens a file that is only to be read, as this program would have made it.
  ///
  /// One of an earlier version is copied into memory and brought up to date there: the file may be somebody else's, or
  /// lie where nothing can be written. One of a newer version is refused.
  static func reading(
    _ path: String, migrations: [Migration] = Migration.all
  ) throws(StorageFault) -> Connection {
    let file = try Connection(path: path, isReadOnly: true)
    let found = try file.version
    guard found <= migrations.count else { throw .version(found) }
    guard found < migrations.count else { return file }
    let copy = try Connection(path: SQLiteStore.memory)
    try file.copy(into: copy)
    try copy.migrate(from: found, by: migrations)
    return copy
  }

  /// Puts all that is in it into another one, in which there is nothing.
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
