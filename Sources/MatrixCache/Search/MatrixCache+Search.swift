package import ChatDomain
import SQLite

extension MatrixCache {
  /// Makes a message findable by the words of this text, and by no others that it had before. An empty text makes it
  /// unfindable. The event has to be there.
  package func index(_ id: MessageID, in room: ChannelID, text: String) throws(CacheFault) {
    guard let room = try number(of: room) else { return }
    let number = try connection.first(
      "SELECT number FROM event WHERE room = ? AND id = ?", .integer(room), .id(id)
    ) { $0.integer(0) }
    guard let number else { return }
    try transaction { () throws(CacheFault) in
      try connection.run("DELETE FROM words WHERE rowid = ?", .integer(number))
      try addWords(of: text, at: number)
    }
  }

  /// - Parameter number: that of an event that has no words.
  func addWords(of text: String, at number: Int64) throws(CacheFault) {
    guard !text.isEmpty else { return }
    try connection.run(Self.insertion, .integer(number), .bytes(IndexedText(text).bytes))
  }

  private static let insertion = Query("INSERT INTO words (rowid, text) VALUES (?, CAST(? AS TEXT))")

  /// The messages that are shown and have all the words, each where a word begins, in one room or all; the newest first.
  /// - Parameter place: after which find the list goes on.
  package func search(
    _ text: String, in room: ChannelID?, before place: (Timetoken, MessageID)?, limit: Int
  ) throws(CacheFault) -> [CachedEvent] {
    let words = SearchTerms(text)
    guard !words.isEmpty, limit > 0 else { return [] }
    var (source, values) = wordIndex.candidates(for: words)
    source += " AND event.shown = 1"
    if let room {
      guard let number = try number(of: room) else { return [] }
      source += " AND event.room = ?"
      values.append(.integer(number))
    }
    if let place {
      source += " AND (event.token, event.id) < (?, ?)"
      values += [.token(place.0), .id(place.1)]
    }
    var finds: [CachedEvent] = []
    try connection.walk(
      "SELECT event.number FROM \(source) ORDER BY event.token DESC, event.id DESC, event.number DESC", values
    ) { row throws(CacheFault) in
      let number = row.integer(0)
      let found = try connection.first("SELECT text FROM words WHERE rowid = ?", .integer(number)) {
        IndexedText(bytes: $0.bytes(0))
      }
      if let found, words.match(found), let event = try event(number) { finds.append(event) }
      return finds.count < limit
    }
    return finds
  }

  private func event(_ number: Int64) throws(CacheFault) -> CachedEvent? {
    let sql = """
      SELECT event.\(EventColumns.names.split(separator: ", ").joined(separator: ", event.")), room.id
      FROM event JOIN room ON room.number = event.room WHERE event.number = ?
      """
    return try connection.first(sql, .integer(number)) { row throws(CacheFault) in
      try EventColumns.event(row, in: row.id(14))
    }
  }
}

extension WordIndex {
  /// From where to choose the events that may have the words.
  fileprivate func candidates(for words: SearchTerms) -> (source: String, values: [Value]) {
    guard isFullText, let question = words.matchExpression else {
      return ("words CROSS JOIN event ON event.number = words.rowid WHERE TRUE", [])
    }
    return (
      "words CROSS JOIN event ON event.number = words.rowid WHERE words MATCH CAST(? AS TEXT)", [question]
    )
  }
}
