import SQLite

extension Connection {
  /// Opens a file for reading only, in this program's current schema.
  ///
  /// A file of an earlier version is copied into memory and migrated there: it may be in use by another session, or on
  /// a read-only disk. A file of a newer version is refused.
  static func reading(
    _ path: String, migrations: [Migration] = Migration.all
  ) throws(StorageFault) -> Connection {
    let file = try Connection(path: path, isReadOnly: true)
    let found = try file.knownVersion(to: migrations)
    guard found < migrations.count else { return file }
    let copy = try Connection(path: SQLiteStore.memory)
    try file.copy(into: copy)
    try copy.migrate(from: found, by: migrations)
    return copy
  }
}
