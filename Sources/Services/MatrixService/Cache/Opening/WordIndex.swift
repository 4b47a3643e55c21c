import SQLite

/// How the words of messages are found.
struct WordIndex {
  /// Whether SQLite has an index of them; otherwise all texts are read.
  let isFullText: Bool

  init(of connection: Connection) throws(CacheFault) {
    isFullText =
      try connection.number(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'words' AND sql LIKE 'CREATE VIRTUAL TABLE%'") > 0
  }
}
