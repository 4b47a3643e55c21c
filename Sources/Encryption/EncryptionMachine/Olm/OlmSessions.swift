import Ciphers
import Olm
import SQLite

/// The Olm sessions of this device, and the pending work for single devices.
struct OlmSessions {
  let database: KeyDatabase

  /// The maximum number of sessions kept per device. Both sides may begin one at the same time, and messages of an older one may be
  /// in flight.
  private static let mostForDevice = 8
  /// A broken session is replaced at most this often.
  private static let repairPeriod: Int64 = 3_600_000
  /// The time before keys are claimed again from a device that had none, in milliseconds.
  static let claimPeriod: Int64 = 600_000

  // MARK: Sessions

  /// The sessions with the device of a user that has an identity key, the one used last first. Damaged rows are skipped: the device
  /// gets a new session as if it had lost this one.
  func sessions(of user: String, with peer: X25519PublicKey) throws(MachineError) -> [OlmSession] {
    var sessions: [OlmSession] = []
    try database.connection.rows(
      "SELECT pickle FROM olm_session WHERE user = ? AND peer = ? ORDER BY used DESC",
      [.id(user), .bytes(peer.bytes)]
    ) { row throws(MachineError) in
      if let session = try session(row.bytes(0)) { sessions.append(session) }
    }
    return sessions
  }

  /// The session to encrypt with: the one that was begun last or on which a message came last. Those that are kept for reading alone
  /// have 0 as their last use.
  func best(with device: KnownDevice) throws(MachineError) -> OlmSession? {
    var newest: OlmSession?
    try database.connection.rows(
      "SELECT pickle FROM olm_session WHERE user = ? AND peer = ? AND used > 0 ORDER BY used DESC LIMIT 8",
      [.id(device.address.user), .bytes(device.identityKey.bytes)]
    ) { row throws(MachineError) in
      if newest == nil { newest = try session(row.bytes(0)) }
    }
    return newest
  }

  func hasSession(with device: KnownDevice) throws(MachineError) -> Bool { try best(with: device) != nil }

  /// Nil if the row is damaged.
  private func session(_ pickle: [UInt8]) throws(MachineError) -> OlmSession? {
    do throws(OlmError) {
      return try OlmSession(pickle: pickle, key: database.key, with: database.suite)
    } catch {
      if case .cipher(.refusedByLibrary) = error { throw .olm(error) }
      return nil
    }
  }

  /// Stores a session with a device of a user.
  ///
  /// - Parameter isNewest: whether it is the one to encrypt with from now on: it is new, or a message came on it.
  func store(_ session: OlmSession, of user: String, isNewest: Bool) throws(MachineError) {
    let id = try olm(session.id)
    let pickle = try olm(session.pickle(with: database.key))
    guard isNewest else {
      return try database.connection.run(
        "UPDATE olm_session SET pickle = ? WHERE user = ? AND peer = ? AND id = ?", .bytes(pickle), .id(user),
        .bytes(session.peer.bytes), .id(id))
    }
    // A message on a session that is kept for reading does not make it fit for writing.
    try database.connection.run(
      """
      INSERT INTO olm_session (user, peer, id, used, pickle) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (user, peer, id) DO UPDATE SET used = iif(used = 0, 0, ?4), pickle = ?5
      """, .id(user), .bytes(session.peer.bytes), .id(id),
      .integer(try database.settings.next("session_use")), .bytes(pickle))
    try database.connection.run(
      """
      DELETE FROM olm_session WHERE user = ?1 AND peer = ?2 AND used <= (
        SELECT used FROM olm_session WHERE user = ?1 AND peer = ?2 ORDER BY used DESC LIMIT 1 OFFSET ?3)
      """, .id(user), .bytes(session.peer.bytes), .integer(Int64(Self.mostForDevice)))
  }

  // MARK: Devices

  private func note(_ device: KnownDevice) throws(MachineError) {
    try database.connection.run(
      """
      INSERT INTO peer (user, key, device, is_broken, repaired_at, claim_failed_at, was_told)
      VALUES (?1, ?2, ?3, 0, 0, 0, 0) ON CONFLICT (user, key) DO UPDATE SET device = ?3
      """, .id(device.address.user), .bytes(device.identityKey.bytes), .id(device.address.device))
  }

  private func set(_ column: String, _ value: Int64, _ device: KnownDevice) throws(MachineError) {
    try note(device)
    try database.connection.run(
      "UPDATE peer SET \(column) = ? WHERE user = ? AND key = ?", .integer(value), .id(device.address.user),
      .bytes(device.identityKey.bytes))
  }

  private func value(_ column: String, _ device: KnownDevice) throws(MachineError) -> Int64 {
    try database.connection.first(
      "SELECT \(column) FROM peer WHERE user = ? AND key = ?", .id(device.address.user),
      .bytes(device.identityKey.bytes)
    ) { $0.integer(0) } ?? 0
  }

  /// Notes that a message of a device could not be decrypted, so that a new session begins: at most one an hour.
  func markBroken(_ device: KnownDevice) throws(MachineError) {
    guard try database.hasPassed(Self.repairPeriod, since: value("repaired_at", device)) else { return }
    try set("is_broken", 1, device)
  }

  /// The existing devices that need a new session, without those whose last claim failed recently.
  func brokenDevices() throws(MachineError) -> [DeviceAddress] {
    var devices: [DeviceAddress] = []
    try database.connection.rows(
      """
      SELECT user, device FROM peer WHERE is_broken AND abs(? - claim_failed_at) >= ? AND EXISTS (
        SELECT 1 FROM device
        WHERE device.user = peer.user AND device.device = peer.device AND device.identity_key = peer.key)
      """,
      [.integer(database.now()), .integer(Self.claimPeriod)]
    ) { devices.append(DeviceAddress(user: $0.text(0), device: $0.text(1))) }
    return devices
  }

  /// Ends the repair of a device.
  ///
  /// - Returns: whether there was one.
  func endRepair(_ device: KnownDevice) throws(MachineError) -> Bool {
    guard try value("is_broken", device) != 0 else { return false }
    try set("is_broken", 0, device)
    try set("repaired_at", database.now(), device)
    return true
  }

  func noteClaim(of device: KnownDevice, hasFailed: Bool) throws(MachineError) {
    try set("claim_failed_at", hasFailed ? database.now() : 0, device)
  }

  /// Whether a key of the device can be claimed: the last claim failed a while ago, or never.
  func isClaimable(_ device: KnownDevice) throws(MachineError) -> Bool {
    let failedAt = try value("claim_failed_at", device)
    return failedAt == 0 || database.hasPassed(Self.claimPeriod, since: failedAt)
  }

  /// Notes that the device is told that there is no session with it; false if it was told before.
  func tellOnce(_ device: KnownDevice) throws(MachineError) -> Bool {
    guard try value("was_told", device) == 0 else { return false }
    try set("was_told", 1, device)
    return true
  }
}
