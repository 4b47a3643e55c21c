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

  /// From where to choose the events that may have the words.
  func candidates(for words: SearchTerms) -> (source: String, values: [Value]) {
    guard isFullText, let question = words.matchExpression else {
      return ("words CROSS JOIN event ON event.number = words.rowid WHERE TRUE", [])
    }
    return (
      "words CROSS JOIN event ON event.number = words.rowid WHERE words MATCH CAST(? AS TEXT)", [question]
    )
  }
}
