package import ChatDomain
import SQLite

/// What the user keeps at the server, of a room or of the account itself.
package struct AccountDataTable {
  let cache: MatrixCache

  /// Keeps account data, of a room or of the account itself, instead of those before of the same type.
  package func save(_ bytes: [UInt8], type: String, in room: ChannelID?) throws(CacheFault) {
    let number = if let room { try cache.newNumber(of: room) } else { Self.noRoom }
    try cache.connection.run(
      "INSERT OR REPLACE INTO account_data (room, type, bytes) VALUES (?, ?, ?)", .integer(number), .id(type),
      .bytes(bytes))
  }

  /// The account data of a room or of the account itself, by type.
  package func of(_ room: ChannelID?) throws(CacheFault) -> [CachedState] {
    let number = if let room { try cache.number(of: room) } else { Self.noRoom }
    guard let number else { return [] }
    var data: [CachedState] = []
    try cache.connection.rows(
      "SELECT type, bytes FROM account_data WHERE room = ? ORDER BY type", [.integer(number)]
    ) { data.append(CachedState(type: $0.text(0), key: "", bytes: $0.bytes(1))) }
    return data
  }

  /// All account data, those of the account itself first.
  package func all() throws(CacheFault) -> [CachedAccountData] {
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

  /// SQLite numbers rows from 1.
  private static let noRoom: Int64 = 0
}

extension MatrixCache {
  /// The account data.
  package var accountData: AccountDataTable { AccountDataTable(cache: self) }
}
