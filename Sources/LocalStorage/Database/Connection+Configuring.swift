import CSQLite

extension Connection {
  /// Prepares a file for this program. A file of a newer version is left as it is.
  func configure() throws(StorageFault) {
    keepJournal()
    let found = try version
    guard found <= Migration.latest else { throw .version(found) }
    withHandle { _ = sqlite_keep_journal($0, 0) }
    try execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 4194304;
      """)
    try migrate(from: found)
  }

  /// Closing leaves the journal beside the file.
  func keepJournal() { withHandle { _ = sqlite_keep_journal($0, 1) } }
}
