import SQLite

/// Small values under keys.
package struct ValueTable {
  let cache: MatrixCache

  /// A small value that is kept under a key.
  package func value(forKey key: String) throws(CacheFault) -> String? {
    try cache.connection.first("SELECT value FROM mark WHERE name = ?", .id(key)) { $0.text(0) }
  }

  /// Keeps a small value under a key; nil removes it.
  package func set(_ value: String?, forKey key: String) throws(CacheFault) {
    if let value {
      try cache.connection.run(
        "INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", .id(key), .id(value))
    } else {
      try cache.connection.run("DELETE FROM mark WHERE name = ?", .id(key))
    }
  }
}

extension MatrixCache {
  /// Small values, each under its key.
  package var values: ValueTable { ValueTable(cache: self) }
}
