package import ChatDomain
import SQLite

/// The state events of rooms: the last one of each type and key.
package struct StateTable {
  let cache: MatrixCache

  /// The type of the state events that say who is in a room.
  private static let memberType = "m.room.member"

  /// Keeps a state event as it came, instead of the one before of the same type and key.
  package func save(
    _ bytes: [UInt8], type: String, key: String, in room: ChannelID
  ) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO state (room, type, key, bytes) VALUES (?, ?, ?, ?)",
      .integer(try cache.newNumber(of: room)), .id(type), .id(key), .bytes(bytes))
  }

  /// The state of a room without its members, by type and key.
  package func state(of room: ChannelID) throws(CacheFault) -> [CachedState] {
    // In two parts, which leave out thousands of members without a look at them.
    try state(of: room, whereType: "<") + state(of: room, whereType: ">")
  }

  /// The state events about the members of a room, by their keys.
  package func members(of room: ChannelID) throws(CacheFault) -> [CachedState] {
    try state(of: room, whereType: "=")
  }

  /// The state event about one of them.
  package func member(_ user: UserID, of room: ChannelID) throws(CacheFault) -> CachedState? {
    guard let number = try cache.number(of: room) else { return nil }
    return try cache.connection.first(
      "SELECT type, key, bytes FROM state WHERE room = ? AND type = ? AND key = ?", .integer(number),
      .id(Self.memberType), .id(user)
    ) { CachedState(type: $0.text(0), key: $0.text(1), bytes: $0.bytes(2)) }
  }

  /// Forgets the state event about one of them.
  package func removeMember(_ user: UserID, of room: ChannelID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    try cache.connection.run(
      "DELETE FROM state WHERE room = ? AND type = ? AND key = ?", .integer(number), .id(Self.memberType),
      .id(user))
  }

  private func state(of room: ChannelID, whereType relation: String) throws(CacheFault) -> [CachedState] {
    guard let number = try cache.number(of: room) else { return [] }
    var states: [CachedState] = []
    try cache.connection.rows(
      "SELECT type, key, bytes FROM state WHERE room = ? AND type \(relation) ? ORDER BY type, key",
      [.integer(number), .id(Self.memberType)]
    ) { states.append(CachedState(type: $0.text(0), key: $0.text(1), bytes: $0.bytes(2))) }
    return states
  }
}

extension MatrixCache {
  /// The state of rooms.
  package var states: StateTable { StateTable(cache: self) }
}
