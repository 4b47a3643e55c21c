package import ChatDomain
import SQLite

extension MatrixCache {
  /// The rooms with a record, those that came first in front.
  package func rooms() throws(CacheFault) -> [CachedRoom] {
    var rooms: [CachedRoom] = []
    try connection.rows("SELECT id, record FROM room WHERE record IS NOT NULL ORDER BY number") {
      rooms.append(CachedRoom(id: $0.id(0), record: $0.bytes(1)))
    }
    return rooms
  }

  package func save(_ room: CachedRoom) throws(CacheFault) {
    try connection.run(
      """
      INSERT INTO room (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record
      """, .id(room.id), .bytes(room.record))
  }

  /// Removes a room with all that belongs to it.
  package func removeRoom(_ id: ChannelID) throws(CacheFault) {
    guard let room = try number(of: id) else { return }
    try transaction { () throws(CacheFault) in
      try connection.run(
        "DELETE FROM words WHERE rowid IN (SELECT number FROM event WHERE room = ?)", .integer(room))
      for table in ["event", "state", "account_data", "receipt", "slice", "thread", "sent"] {
        try connection.run("DELETE FROM \(table) WHERE room = ?", .integer(room))
      }
      try connection.run("DELETE FROM room WHERE number = ?", .integer(room))
      forgetNumbers()
    }
  }

  /// The number of a room; nil if nothing of it was kept.
  func number(of id: ChannelID) throws(CacheFault) -> Int64? {
    // Texts with different bytes can be equal, but never name the same room.
    let name = Value.id(id)
    if let lastNumber, lastNumber.id == name { return lastNumber.number }
    var number = numbers[name]
    if number == nil {
      number = try connection.first("SELECT number FROM room WHERE id = ?", name) { $0.integer(0) }
    }
    guard let number else { return nil }
    numbers[name] = number
    lastNumber = (name, number)
    return number
  }

  /// The number of a room, which it gets if it has none yet.
  func newNumber(of id: ChannelID) throws(CacheFault) -> Int64 {
    if let number = try number(of: id) { return number }
    try connection.run("INSERT INTO room (id) VALUES (?)", .id(id))
    guard let number = try number(of: id) else { throw .damaged }
    return number
  }
}
