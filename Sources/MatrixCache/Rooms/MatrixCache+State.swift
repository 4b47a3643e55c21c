package import ChatDomain
import SQLite

extension MatrixCache {
  /// The type of the state events that say who is in a room.
  private static let memberType = "m.room.member"

  /// Keeps a state event as it came, instead of the one before of the same type and key.
  package func saveState(
    _ bytes: [UInt8], type: String, key: String, in room: ChannelID
  ) throws(CacheFault) {
    try connection.run(
      "INSERT OR REPLACE INTO state (room, type, key, bytes) VALUES (?, ?, ?, ?)",
      .integer(try newNumber(of: room)), .id(type), .id(key), .bytes(bytes))
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

  private func state(of room: ChannelID, whereType relation: String) throws(CacheFault) -> [CachedState] {
    guard let number = try number(of: room) else { return [] }
    var states: [CachedState] = []
    try connection.rows(
      "SELECT type, key, bytes FROM state WHERE room = ? AND type \(relation) ? ORDER BY type, key",
      [.integer(number), .id(Self.memberType)]
    ) { states.append(CachedState(type: $0.text(0), key: $0.text(1), bytes: $0.bytes(2))) }
    return states
  }

  /// Keeps account data, of a room or of the account itself, instead of those before of the same type.
  package func saveAccountData(_ bytes: [UInt8], type: String, in room: ChannelID?) throws(CacheFault) {
    let number = if let room { try newNumber(of: room) } else { Self.noRoom }
    try connection.run(
      "INSERT OR REPLACE INTO account_data (room, type, bytes) VALUES (?, ?, ?)", .integer(number), .id(type),
      .bytes(bytes))
  }

  /// The account data of a room or of the account itself, by type.
  package func accountData(in room: ChannelID?) throws(CacheFault) -> [CachedState] {
    let number = if let room { try number(of: room) } else { Self.noRoom }
    guard let number else { return [] }
    var data: [CachedState] = []
    try connection.rows(
      "SELECT type, bytes FROM account_data WHERE room = ? ORDER BY type", [.integer(number)]
    ) { data.append(CachedState(type: $0.text(0), key: "", bytes: $0.bytes(1))) }
    return data
  }

  /// All account data, those of the account itself first.
  package func accountData() throws(CacheFault) -> [CachedAccountData] {
    var data: [CachedAccountData] = []
    try connection.rows(
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

  /// SQLite numbers rows from 1.
  private static let noRoom: Int64 = 0

  /// Keeps how far somebody has read, instead of what they had in the same scope and way.
  package func saveReceipt(_ receipt: CachedReceipt) throws(CacheFault) {
    try connection.run(
      "INSERT OR REPLACE INTO receipt (room, user, place, private, event, at) VALUES (?, ?, ?, ?, ?, ?)",
      .integer(try newNumber(of: receipt.room)), .id(receipt.user), .id(receipt.scope),
      .flag(receipt.isPrivate), .id(receipt.event), .integer(receipt.at.microseconds))
  }

  /// Who has read how far in a room, by user and scope.
  package func receipts(of room: ChannelID) throws(CacheFault) -> [CachedReceipt] {
    guard let number = try number(of: room) else { return [] }
    var receipts: [CachedReceipt] = []
    try connection.rows(
      "SELECT user, place, private, event, at FROM receipt WHERE room = ? ORDER BY user, place, private",
      [.integer(number)]
    ) {
      receipts.append(
        CachedReceipt(
          room: room, user: $0.id(0), scope: $0.text(1), isPrivate: $0.flag(2), event: $0.id(3),
          at: Timestamp(microseconds: $0.integer(4))))
    }
    return receipts
  }
}
