package import ChatDomain
import SQLite

/// The rooms and what the service notes about each.
package struct RoomTable {
  let cache: MatrixCache

  /// The rooms with a record, those that came first in front.
  package func all() throws(CacheFault) -> [CachedRoom] {
    var rooms: [CachedRoom] = []
    try cache.connection.rows("SELECT id, record FROM room WHERE record IS NOT NULL ORDER BY number") {
      rooms.append(CachedRoom(id: $0.id(0), record: $0.bytes(1)))
    }
    return rooms
  }

  package func save(_ room: CachedRoom) throws(CacheFault) {
    try cache.connection.run(
      """
      INSERT INTO room (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record
      """, .id(room.id), .bytes(room.record))
  }

  /// Removes a room with all that belongs to it.
  package func remove(_ id: ChannelID) throws(CacheFault) {
    guard let room = try cache.number(of: id) else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.connection.run(
        "DELETE FROM words WHERE rowid IN (SELECT number FROM event WHERE room = ?)", .integer(room))
      for table in ["event", "state", "account_data", "receipt", "slice", "thread", "sent", "inbox"] {
        try cache.connection.run("DELETE FROM \(table) WHERE room = ?", .integer(room))
      }
      try cache.connection.run("DELETE FROM room WHERE number = ?", .integer(room))
      cache.invalidateMemory()
    }
  }
}

extension MatrixCache {
  /// Rooms and their records.
  package var rooms: RoomTable { RoomTable(cache: self) }
}
