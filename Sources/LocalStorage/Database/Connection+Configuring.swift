import CSQLite

extension Connection {
  /// How a file is worked with; none of it is kept in the file but the journal.
  func configure() throws(StorageFault) {
    // Waits for somebody who reads; nobody else writes.
    withHandle { _ = sqlite3_busy_timeout($0, 1_000) }
    try execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 4194304;
      """)
  }
}
