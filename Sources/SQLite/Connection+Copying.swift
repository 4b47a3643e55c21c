import CSQLite

extension Connection {
  /// Copies everything into another file, which must be empty.
  package func copy(to path: String) throws(Fault) {
    try endLeftOver()
    try run("VACUUM INTO CAST(? AS TEXT)", .id(path))
  }

  /// Copies everything into another, empty connection.
  package func copy(into other: Connection) throws(Fault) {
    try endLeftOver()
    let fault = withHandle { source in
      other.withHandle { target -> Fault? in
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
