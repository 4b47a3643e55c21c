import ChatDomain
import SQLite

/// A room with the service's record of it.
struct CachedRoom: Hashable, Sendable {
  let id: ChannelID
  var record: [UInt8]
}

/// The last value of a state or of account data, by type and key.
struct CachedState: Hashable, Sendable {
  let type: String
  /// Empty for account data.
  let key: String
  let bytes: [UInt8]
}

/// Account data with its room, which is nil for global account data.
struct CachedAccountData: Hashable, Sendable {
  let room: ChannelID?
  let state: CachedState
}

/// The read receipt of a user.
struct CachedReceipt: Hashable, Sendable {
  let room: ChannelID
  let user: UserID
  /// Empty: the whole room; "main": outside threads; otherwise the root of a thread.
  let scope: String
  let isPrivate: Bool
  let event: MessageID
  let at: Timestamp
}

/// The records of rooms.
struct RoomTable {
  let cache: MatrixCache

  /// The rooms with a record, in the order in which they were added.
  func all() throws(CacheFault) -> [CachedRoom] {
    var rooms: [CachedRoom] = []
    try cache.connection.rows("SELECT id, record FROM room WHERE record IS NOT NULL ORDER BY number") {
      rooms.append(CachedRoom(id: $0.id(0), record: $0.bytes(1)))
    }
    return rooms
  }

  func save(_ room: CachedRoom) throws(CacheFault) {
    try cache.connection.run(
      """
      INSERT INTO room (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record
      """, .id(room.id), .bytes(room.record))
  }

  /// Removes a room with all that belongs to it.
  func remove(_ id: ChannelID) throws(CacheFault) {
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

/// The state events of rooms: the last one of each type and key.
struct StateTable {
  let cache: MatrixCache

  /// The type of membership events.
  private static let memberType = "m.room.member"

  /// Saves a state event, replacing the one with the same type and key.
  func save(_ bytes: [UInt8], type: String, key: String, in room: ChannelID) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO state (room, type, key, bytes) VALUES (?, ?, ?, ?)",
      .integer(try cache.newNumber(of: room)), .id(type), .id(key), .bytes(bytes))
  }

  /// The state of a room without its members, by type and key.
  func state(of room: ChannelID) throws(CacheFault) -> [CachedState] {
    // Two ranges skip thousands of members without reading them.
    try state(of: room, whereType: "<") + state(of: room, whereType: ">")
  }

  /// The state events about the members of a room, by their keys.
  func members(of room: ChannelID) throws(CacheFault) -> [CachedState] {
    try state(of: room, whereType: "=")
  }

  /// The membership event of a user.
  func member(_ user: UserID, of room: ChannelID) throws(CacheFault) -> CachedState? {
    guard let number = try cache.number(of: room) else { return nil }
    return try cache.connection.first(
      "SELECT type, key, bytes FROM state WHERE room = ? AND type = ? AND key = ?", .integer(number),
      .id(Self.memberType), .id(user)
    ) { CachedState(type: $0.text(0), key: $0.text(1), bytes: $0.bytes(2)) }
  }

  /// Removes the membership event of a user.
  func removeMember(_ user: UserID, of room: ChannelID) throws(CacheFault) {
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

/// The user's account data, of a room or global.
struct AccountDataTable {
  let cache: MatrixCache

  /// Saves account data of a room, or global if the room is nil.
  func save(_ bytes: [UInt8], type: String, in room: ChannelID?) throws(CacheFault) {
    let number = if let room { try cache.newNumber(of: room) } else { Self.noRoom }
    try cache.connection.run(
      "INSERT OR REPLACE INTO account_data (room, type, bytes) VALUES (?, ?, ?)", .integer(number), .id(type),
      .bytes(bytes))
  }

  /// The account data of a room, or the global one, by type.
  func of(_ room: ChannelID?) throws(CacheFault) -> [CachedState] {
    let number = if let room { try cache.number(of: room) } else { Self.noRoom }
    guard let number else { return [] }
    var data: [CachedState] = []
    try cache.connection.rows(
      "SELECT type, bytes FROM account_data WHERE room = ? ORDER BY type", [.integer(number)]
    ) { data.append(CachedState(type: $0.text(0), key: "", bytes: $0.bytes(1))) }
    return data
  }

  /// All account data, the global one first.
  func all() throws(CacheFault) -> [CachedAccountData] {
    var data: [CachedAccountData] = []
    try cache.connection.rows(
      """
      SELECT room.id, type, bytes FROM account_data LEFT JOIN room ON room.number = account_data.room
      ORDER BY account_data.room, type
      """
    ) {
      let state = CachedState(type: $0.text(1), key: "", bytes: $0.bytes(2))
      data.append(CachedAccountData(room: $0.idIfAny(0), state: state))
    }
    return data
  }

  /// The room number of global account data. No room has it, because SQLite numbers rows from 1.
  private static let noRoom: Int64 = 0
}

/// Read receipts.
struct ReceiptTable {
  let cache: MatrixCache

  /// Saves a receipt, replacing the user's one with the same scope and privacy.
  func save(_ receipt: CachedReceipt) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO receipt (room, user, place, private, event, at) VALUES (?, ?, ?, ?, ?, ?)",
      .integer(try cache.newNumber(of: receipt.room)), .id(receipt.user), .id(receipt.scope),
      .flag(receipt.isPrivate), .id(receipt.event), .integer(receipt.at.microseconds))
  }

  /// The receipts of a room, by user and scope.
  ///
  /// - Parameter user: nil: all users.
  func of(_ room: ChannelID, by user: UserID? = nil) throws(CacheFault) -> [CachedReceipt] {
    let choice = user == nil ? "" : "AND user = ? "
    return try receipts(
      of: room, "\(choice)ORDER BY user, place, private", user.map { [.id($0)] } ?? [])
  }

  /// The latest public receipts for the channel: those outside threads, and those for the whole room.
  func latest(in room: ChannelID, limit: Int) throws(CacheFault) -> [CachedReceipt] {
    var both: [CachedReceipt] = []
    for place in ["", "main"] {
      both += try receipts(of: room, Self.latest, [.id(place), .integer(Int64(limit))])
    }
    return Array(both.sorted { $0.at > $1.at }.prefix(limit))
  }

  /// Conditions in the order of the index `receipt_at`: a room may have one receipt per member.
  static let latest = "AND place = ? AND private = 0 ORDER BY at DESC LIMIT ?"

  /// - Parameter choice: the rest of the WHERE clause, and the order.
  func receipts(
    of room: ChannelID, _ choice: String, _ values: [Value]
  ) throws(CacheFault) -> [CachedReceipt] {
    guard let number = try cache.number(of: room) else { return [] }
    var receipts: [CachedReceipt] = []
    try cache.connection.rows(
      "SELECT user, place, private, event, at FROM receipt WHERE room = ? \(choice)",
      [.integer(number)] + values
    ) {
      receipts.append(
        CachedReceipt(
          room: room, user: $0.id(0), scope: $0.text(1), isPrivate: $0.flag(2), event: $0.id(3),
          at: Timestamp(microseconds: $0.integer(4))))
    }
    return receipts
  }
}

/// Receipts in threads.
extension ReceiptTable {
  /// The latest public receipts for a thread: those in it, and those for the whole room.
  func latest(under root: MessageID, in room: ChannelID, limit: Int) throws(CacheFault) -> [CachedReceipt] {
    try receipts(
      of: room, "AND private = 0 AND place IN (CAST('' AS BLOB), ?) ORDER BY at DESC LIMIT ?",
      [.id(root), .integer(Int64(limit))])
  }

  /// Removes the oldest thread receipts of others beyond a limit. A room may have one per member and thread.
  func trimThreads(of room: ChannelID, keeping count: Int, andThoseOf user: UserID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    let others = """
      room = ?1 AND private = 0 AND user != ?2 AND place NOT IN (CAST('' AS BLOB), CAST('main' AS BLOB))
      """
    try cache.connection.run(
      """
      DELETE FROM receipt WHERE \(others) AND (user, place) IN (
        SELECT user, place FROM receipt WHERE \(others) ORDER BY at DESC, user, place LIMIT -1 OFFSET ?3)
      """, .integer(number), .id(user), .integer(Int64(count)))
  }
}
