import Ciphers
import CrossSigning
import Olm
import SQLite

/// A room key of the store.
struct StoredRoomKey {
  /// Where it came from.
  enum Origin: Int64 {
    /// Made by this device.
    case own = 0
    /// Sent over Olm by the device that made it, as far as is known.
    case sent = 1
    /// From the key backup or a file, which prove nothing about the sender.
    case backup = 2
  }

  let number: Int64
  let room: String
  let origin: Origin
  /// The user whose device sent it; empty for the backup.
  let user: String
  /// The identity key of that device. For the backup, it is a claim or empty.
  let senderKey: [UInt8]
  /// Its signing key.
  let signingKey: [UInt8]
  /// Whether the device was once seen signed by a known identity.
  let isProven: Bool
  /// The signed keys that came with it.
  let senderKeys: [UInt8]?
  var session: InboundMegolmSession
}

/// The room keys of this device for reading.
struct RoomKeyStore {
  let database: KeyDatabase

  private static let columns = """
    SELECT number, origin, user, sender_key, signing_key, trust, sender_keys, pickle, room FROM inbound
    """

  /// The keys under the id of a session: first our own, then those that were sent, then those of the backup.
  ///
  /// There can be several: a member can send another member's key as their own, which must not displace the real one.
  func keys(room: String, session: String) throws(MachineError) -> [StoredRoomKey] {
    try keys("room = ? AND session = ? ORDER BY origin, number", [.id(room), .id(session)])
  }

  /// Keys that are not in the backup.
  func keysToBackUp(_ most: Int) throws(MachineError) -> [StoredRoomKey] {
    try keys("backed_up = 0 LIMIT ?", [.integer(Int64(most))])
  }

  /// Damaged rows are skipped, and replaced when the backup gives their keys again.
  private func keys(_ condition: String, _ values: [Value]) throws(MachineError) -> [StoredRoomKey] {
    var keys: [StoredRoomKey] = []
    try database.connection.rows("\(Self.columns) WHERE \(condition)", values) { row throws(MachineError) in
      do throws(MachineError) { keys.append(try key(row)) } catch {
        if error.isTemporary { throw error }
      }
    }
    return keys
  }

  /// How many keys are not in the backup.
  func countOfKeysToBackUp() throws(MachineError) -> Int {
    try database.connection.first("SELECT count(*) FROM inbound WHERE backed_up = 0") { Int($0.integer(0)) }
      ?? 0
  }

  private func key(_ row: Row) throws(MachineError) -> StoredRoomKey {
    guard let origin = StoredRoomKey.Origin(rawValue: row.integer(1)) else {
      throw .damaged("origin of a key")
    }
    return StoredRoomKey(
      number: row.integer(0), room: row.text(8), origin: origin, user: row.text(2), senderKey: row.bytes(3),
      signingKey: row.bytes(4), isProven: row.integer(5) != 0, senderKeys: row.isNull(6) ? nil : row.bytes(6),
      session: try olm(InboundMegolmSession(pickle: row.bytes(7), key: database.key, with: database.suite)))
  }

  /// Adds a key of this device's own session.
  func addOwn(_ session: InboundMegolmSession, room: String, isHistory: Bool) throws(MachineError) {
    let account = try OwnDevice(database: database).account()
    try insert(
      session, room: room, .own, user: database.owner.user, account.identityKey.bytes,
      account.signingKey.bytes,
      isProven: true, senderKeys: nil, isHistory: isHistory, isBackedUp: false)
  }

  /// Adds a key that a device sent, or extends the one that is known.
  ///
  /// - Returns: whether more events can be read than before.
  func add(
    _ session: InboundMegolmSession, room: String, from sender: OlmSender, isHistory: Bool
  ) throws(MachineError) -> Bool {
    let known = try keys(room: room, session: session.id)
    let key = sender.identityKey.bytes
    if let own = known.first(where: { $0.origin != .backup && $0.senderKey == key }) {
      return try extend(own, with: session)
    }
    var session = session
    for backup in known
    where backup.origin == .backup && (backup.senderKey == key || backup.senderKey.isEmpty) {
      // The sender of this key is proven now, so its copy from the backup goes. A copy that is not the same session is forged.
      let isSame = extend(&session, with: backup.session) != nil
      if isSame || backup.senderKey == key { try remove(backup) }
    }
    try insert(
      session, room: room, .sent, user: sender.user, key, sender.signingKey.bytes, isProven: false,
      senderKeys: sender.ownKeys?.object.text, isHistory: isHistory, isBackedUp: false)
    return true
  }

  /// Adds a key of the backup, or extends the one that is known.
  ///
  /// - Parameters:
  ///   - senderKey: the identity key of the device that the backup names; empty if it names none.
  ///   - signingKey: its signing key.
  /// - Returns: whether more events can be read than before.
  func addFromBackup(
    _ session: InboundMegolmSession, room: String, senderKey: [UInt8], signingKey: [UInt8], isBackedUp: Bool
  ) throws(MachineError) -> Bool {
    let known = try keys(room: room, session: session.id)
    let related = known.filter {
      senderKey.isEmpty || $0.senderKey == senderKey || $0.senderKey.isEmpty || $0.origin == .own
    }
    for key in related {
      var copy = key.session
      if extend(&copy, with: session) != nil { return try extend(key, with: session) }
    }
    // If the keys differ, either the new one or the stored one is forged. What a device sent takes precedence over the backup.
    guard related.isEmpty else { return false }
    try insert(
      session, room: room, .backup, user: "", senderKey, signingKey, isProven: false, senderKeys: nil,
      isHistory: false, isBackedUp: isBackedUp)
    return true
  }

  /// - Returns: whether there were earlier indices; nil if the other one is not the same session.
  private func extend(_ session: inout InboundMegolmSession, with other: InboundMegolmSession) -> Bool? {
    do { return try session.extend(with: other) } catch { return nil }
  }

  private func extend(_ known: StoredRoomKey, with other: InboundMegolmSession) throws(MachineError) -> Bool {
    var session = known.session
    guard extend(&session, with: other) == true else { return false }
    try database.connection.run(
      "UPDATE inbound SET first_index = ?, pickle = ?, backed_up = 0 WHERE number = ?",
      .integer(Int64(session.firstKnownIndex)), .bytes(try olm(session.pickle(with: database.key))),
      .integer(known.number))
    return true
  }

  private func insert(
    _ session: InboundMegolmSession, room: String, _ origin: StoredRoomKey.Origin, user: String,
    _ senderKey: [UInt8], _ signingKey: [UInt8], isProven: Bool, senderKeys: [UInt8]?, isHistory: Bool,
    isBackedUp: Bool
  ) throws(MachineError) {
    try database.connection.run(
      """
      REPLACE INTO inbound (room, session, sender_key, origin, user, signing_key, trust, sender_keys,
        is_history, first_index, backed_up, pickle) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(room), .id(session.id), .bytes(senderKey), .integer(origin.rawValue), .id(user),
      .bytes(signingKey),
      .integer(isProven ? 1 : 0), senderKeys.map { .bytes($0) } ?? .null, .integer(isHistory ? 1 : 0),
      .integer(Int64(session.firstKnownIndex)), .integer(isBackedUp ? 1 : 0),
      .bytes(try olm(session.pickle(with: database.key))))
  }

  private func remove(_ key: StoredRoomKey) throws(MachineError) {
    try database.connection.run("DELETE FROM inbound WHERE number = ?", .integer(key.number))
  }

  /// Notes that the device that sent a key is signed.
  func markProven(_ key: StoredRoomKey) throws(MachineError) {
    try database.connection.run("UPDATE inbound SET trust = 1 WHERE number = ?", .integer(key.number))
  }

  func markBackedUp(_ number: Int64, from index: UInt32) throws(MachineError) {
    // The key may have been extended while the server answered.
    try database.connection.run(
      "UPDATE inbound SET backed_up = 1 WHERE number = ? AND first_index = ?", .integer(number),
      .integer(Int64(index)))
  }

  func markNoneBackedUp() throws(MachineError) {
    try database.connection.run("UPDATE inbound SET backed_up = 0")
  }
}
