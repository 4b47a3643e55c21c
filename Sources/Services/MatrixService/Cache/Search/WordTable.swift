package import ChatDomain
import SQLite

/// The words by which messages are found.
package struct WordTable {
  let cache: MatrixCache

  /// Makes a message findable by the words of this text, and by no others that it had before. An empty text makes it
  /// unfindable. The event has to be there.
  package func setText(of id: MessageID, in room: ChannelID, to text: String) throws(CacheFault) {
    guard let room = try cache.number(of: room) else { return }
    let number = try cache.connection.first(
      "SELECT number FROM event WHERE room = ? AND id = ?", .integer(room), .id(id)
    ) { $0.integer(0) }
    guard let number else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.connection.run("DELETE FROM words WHERE rowid = ?", .integer(number))
      try add(text, at: number)
    }
  }

  /// - Parameter number: that of an event that has no words.
  func add(_ text: String, at number: Int64) throws(CacheFault) {
    guard !text.isEmpty else { return }
    try cache.connection.run(Self.insertion, .integer(number), .bytes(IndexedText(text).bytes))
  }

  private static let insertion = Query("INSERT INTO words (rowid, text) VALUES (?, CAST(? AS TEXT))")
}

extension MatrixCache {
  /// The words of messages.
  package var words: WordTable { WordTable(cache: self) }
}

extension WordIndex {
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
