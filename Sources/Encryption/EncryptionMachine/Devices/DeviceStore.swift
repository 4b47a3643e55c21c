package import Ciphers
package import CrossSigning
import JSON
import SQLite

/// A device of the store. Its keys were verified when it was stored.
package struct KnownDevice: Hashable, Sendable {
  package let address: DeviceAddress
  /// The key to encrypt to.
  package let identityKey: X25519PublicKey
  /// The key that signs.
  package let signingKey: Ed25519PublicKey
  package let state: DeviceState
  /// Its signed object.
  let json: [UInt8]
}

/// Lists of devices, identities, and the user's rules for single devices.
struct DeviceStore {
  let database: KeyDatabase

  // MARK: Devices

  private static let columns = """
    SELECT device.user, device.device, identity_key, signing_key, state, json, is_blocked FROM device
    LEFT JOIN device_rule ON device_rule.user = device.user AND device_rule.device = device.device
    """

  func devices(of user: String) throws(MachineError) -> [KnownDevice] {
    var devices: [KnownDevice] = []
    try database.connection.rows("\(Self.columns) WHERE device.user = ?", [.id(user)]) {
      row throws(MachineError) in
      devices.append(try Self.device(row))
    }
    return devices
  }

  func device(_ address: DeviceAddress) throws(MachineError) -> KnownDevice? {
    try database.connection.first(
      "\(Self.columns) WHERE device.user = ? AND device.device = ?", .id(address.user), .id(address.device),
      read: Self.device)
  }

  /// The device of a user that has this identity key.
  func device(of user: String, identityKey: X25519PublicKey) throws(MachineError) -> KnownDevice? {
    try database.connection.first(
      "\(Self.columns) WHERE identity_key = ? AND device.user = ?", .bytes(identityKey.bytes), .id(user),
      read: Self.device)
  }

  private static func device(_ row: Row) throws(MachineError) -> KnownDevice {
    let state: DeviceState
    if row.integer(4) == StoredState.replaced.rawValue {
      state = .replaced
    } else if !row.isNull(6) {
      state = row.integer(6) == 0 ? .excepted : .blocked
    } else {
      state = row.integer(4) == StoredState.signed.rawValue ? .signed : .unsigned
    }
    return KnownDevice(
      address: DeviceAddress(user: row.text(0), device: row.text(1)),
      identityKey: try ciphered(X25519PublicKey(row.bytes(2))),
      signingKey: try ciphered(Ed25519PublicKey(row.bytes(3))), state: state, json: row.bytes(5))
  }

  /// What the server and the signatures say about a device.
  enum StoredState: Int64 {
    case unsigned = 0
    case signed = 1
    case replaced = 2
  }

  func store(_ keys: DeviceKeys, _ state: StoredState) throws(MachineError) {
    try database.connection.run(
      "REPLACE INTO device (user, device, identity_key, signing_key, state, json) VALUES (?, ?, ?, ?, ?, ?)",
      .id(keys.user), .id(keys.device), .bytes(keys.identityKey.bytes), .bytes(keys.signingKey.bytes),
      .integer(state.rawValue), .bytes(keys.object.text))
  }

  /// Marks a device for which the server now shows other keys, and keeps its former ones.
  func markReplaced(_ address: DeviceAddress) throws(MachineError) {
    try database.connection.run(
      "UPDATE device SET state = ? WHERE user = ? AND device = ?", .integer(StoredState.replaced.rawValue),
      .id(address.user), .id(address.device))
  }

  func remove(_ address: DeviceAddress) throws(MachineError) {
    try database.connection.run(
      "DELETE FROM device WHERE user = ? AND device = ?", .id(address.user), .id(address.device))
  }

  // MARK: Rules

  /// - Parameter isBlocked: false for a device that counts as signed; nil to end the rule.
  func setRule(_ isBlocked: Bool?, for address: DeviceAddress) throws(MachineError) {
    try database.connection.run(
      "DELETE FROM device_rule WHERE user = ? AND device = ?", .id(address.user), .id(address.device))
    guard let isBlocked else { return }
    try database.connection.run(
      "INSERT INTO device_rule (user, device, is_blocked) VALUES (?, ?, ?)", .id(address.user),
      .id(address.device), .integer(isBlocked ? 1 : 0))
  }

  // MARK: Identities

  /// What is remembered of a user's master key; nil if none was ever seen.
  func record(of user: String) throws(MachineError) -> IdentityRecord? {
    try database.connection.first(
      "SELECT pinned, current, is_verified, was_verified FROM identity WHERE user = ?", .id(user)
    ) { row throws(MachineError) in
      IdentityRecord(
        pinned: try ciphered(Ed25519PublicKey(row.bytes(0))),
        current: row.isNull(1) ? nil : try ciphered(Ed25519PublicKey(row.bytes(1))),
        isVerified: row.integer(2) != 0, wasVerified: row.integer(3) != 0)
    }
  }

  func state(of user: String) throws(MachineError) -> IdentityState { try record(of: user)?.state ?? .absent }

  /// The keys of cross-signing that the server showed last.
  func identity(of user: String) throws(MachineError) -> UserIdentity? {
    let text = try database.connection.first("SELECT json FROM identity WHERE user = ?", .id(user)) {
      $0.isNull(0) ? nil : $0.bytes(0)
    }
    guard let text = text ?? nil else { return nil }
    let root = try JSONNode.own(text)
    guard let master = root["master"] else { throw .damaged("an identity has no master key") }
    do {
      return try UserIdentity(
        master: master, selfSigning: root["self_signing"], userSigning: root["user_signing"], of: user,
        with: database.suite)
    } catch { throw .damaged("\(error)") }
  }

  /// - Parameter identity: nil keeps what is stored.
  func store(_ record: IdentityRecord, _ identity: UserIdentity?, of user: String) throws(MachineError) {
    let json = identity.map { identity in
      JSONWriter.bytes { json in
        json.object { json in
          json.member("master", identity.master.object.node)
          if let key = identity.selfSigning { json.member("self_signing", key.object.node) }
          if let key = identity.userSigning { json.member("user_signing", key.object.node) }
        }
      }
    }
    try database.connection.run(
      """
      INSERT INTO identity (user, pinned, current, is_verified, was_verified, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (user) DO UPDATE SET pinned = ?2, current = ?3, is_verified = ?4, was_verified = ?5,
      json = coalesce(?6, json)
      """, .id(user), .bytes(record.pinned.bytes), record.current.map { .bytes($0.bytes) } ?? .null,
      .integer(record.isVerified ? 1 : 0), .integer(record.wasVerified ? 1 : 0),
      json.map { .bytes($0) } ?? .null)
  }

  /// Users with an identity.
  func users() throws(MachineError) -> [String] {
    var users: [String] = []
    try database.connection.rows("SELECT user FROM identity") { users.append($0.text(0)) }
    return users
  }

  // MARK: Changes

  /// Counts a change that can affect who gets a key. A room checks its devices again only if the count differs.
  func noteChange() throws(MachineError) { _ = try database.settings.next("device_changes") }

  func changes() throws(MachineError) -> Int64 { try database.settings.integer("device_changes") }
}
