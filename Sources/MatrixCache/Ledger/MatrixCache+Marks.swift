import SQLite

extension MatrixCache {
  /// A small value by its name.
  package func mark(_ name: String) throws(CacheFault) -> String? {
    try connection.first("SELECT value FROM mark WHERE name = ?", .id(name)) { $0.text(0) }
  }

  /// Keeps a small value under a name; nil removes it.
  package func setMark(_ name: String, _ value: String?) throws(CacheFault) {
    if let value {
      try connection.run("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", .id(name), .id(value))
    } else {
      try connection.run("DELETE FROM mark WHERE name = ?", .id(name))
    }
  }
}
