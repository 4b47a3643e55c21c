import Ciphers
import Olm
import SQLite

/// The session with which this device writes in a room.
struct OutboundRoomSession {
  let room: String
  var session: OutboundMegolmSession
  let madeAt: Int64
  /// `m.room.history_visibility` when it was made.
  let visibility: String
  let isDiscarded: Bool
  /// A hash of everything that decides who gets the key, when all of them last had it.
  let checked: [UInt8]?
  /// When devices that could not be reached are tried again.
  let checkedUntil: Int64
}

/// Sessions for writing, and who has them.
struct OutboundStore {
  let database: KeyDatabase

  func session(of room: String) throws(MachineError) -> OutboundRoomSession? {
    try database.connection.first(
      "SELECT made_at, visibility, is_discarded, checked, pickle, checked_until FROM outbound WHERE room = ?",
      .id(room)
    ) { row throws(MachineError) in
      OutboundRoomSession(
        room: room,
        session: try olm(
          OutboundMegolmSession(pickle: row.bytes(4), key: database.key, with: database.suite)),
        madeAt: row.integer(0), visibility: row.text(1), isDiscarded: row.integer(2) != 0,
        checked: row.isNull(3) ? nil : row.bytes(3), checkedUntil: row.integer(5))
    }
  }

  /// Begins a new session. This device gets its key too, or it could not read its own messages.
  func make(room: String, visibility: String) throws(MachineError) -> OutboundRoomSession {
    if let old = try session(of: room) {
      try database.connection.run("DELETE FROM shared WHERE session = ?", .id(old.session.id))
    }
    let session = try olm(OutboundMegolmSession(randomWith: database.suite))
    let isHistory = OutboundStore.isHistoryShared(visibility)
    try RoomKeyStore(database: database).addOwn(session.inbound(), room: room, isHistory: isHistory)
    try database.connection.run(
      """
      REPLACE INTO outbound (room, session, made_at, visibility, is_discarded, checked, checked_until, pickle)
      VALUES (?, ?, ?, ?, 0, NULL, 0, ?)
      """, .id(room), .id(session.id), .integer(database.now()), .id(visibility),
      .bytes(try olm(session.pickle(with: database.key))))
    return OutboundRoomSession(
      room: room, session: session, madeAt: database.now(), visibility: visibility, isDiscarded: false,
      checked: nil,
      checkedUntil: 0)
  }

  /// Whether people who join later may read the history: MSC4268.
  static func isHistoryShared(_ visibility: String) -> Bool {
    ["shared", "world_readable"].contains(visibility)
  }

  func store(_ session: OutboundMegolmSession, of room: String) throws(MachineError) {
    try database.connection.run(
      "UPDATE outbound SET pickle = ? WHERE room = ?", .bytes(try olm(session.pickle(with: database.key))),
      .id(room))
  }

  func setChecked(_ hash: [UInt8], until end: Int64, of room: String) throws(MachineError) {
    try database.connection.run(
      "UPDATE outbound SET checked = ?, checked_until = ? WHERE room = ?", .bytes(hash), .integer(end),
      .id(room))
  }

  /// Marks the session to be replaced before the next message.
  func discard(room: String) throws(MachineError) {
    try database.connection.run(
      "UPDATE outbound SET is_discarded = 1, checked = NULL WHERE room = ?", .id(room))
  }

  func discardAll() throws(MachineError) {
    try database.connection.run("UPDATE outbound SET is_discarded = 1, checked = NULL")
  }

  // MARK: Shared with

  /// A device that has the key, or was refused it.
  struct Recipient: Hashable {
    let address: DeviceAddress
    let identityKey: [UInt8]
  }

  /// The devices of a session, with the code of those that were refused.
  func recipients(of session: String) throws(MachineError) -> [Recipient: String?] {
    var recipients: [Recipient: String?] = [:]
    try database.connection.rows(
      "SELECT user, device, identity_key, withheld FROM shared WHERE session = ?", [.id(session)]
    ) { row in
      let recipient = Recipient(
        address: DeviceAddress(user: row.text(0), device: row.text(1)), identityKey: row.bytes(2))
      recipients[recipient] = .some(row.isNull(3) ? nil : row.text(3))
    }
    return recipients
  }

  /// Notes that a device gets the key from an index on, or a refusal.
  func noteShared(
    _ session: String, with device: KnownDevice, from index: UInt32, withheld: String? = nil
  ) throws(MachineError) {
    try database.connection.run(
      """
      REPLACE INTO shared (session, user, device, identity_key, message, withheld) VALUES (?, ?, ?, ?, ?, ?)
      """, .id(session), .id(device.address.user), .id(device.address.device),
      .bytes(device.identityKey.bytes),
      .integer(Int64(index)), withheld.map { .id($0) } ?? .null)
  }

  /// Marks the room sessions to be replaced whose key was sent to a device that lost its Olm session. The device may still have
  /// received the key, so the record of who has it is kept.
  func renew(for device: KnownDevice) throws(MachineError) {
    try database.connection.run(
      """
      UPDATE outbound SET is_discarded = 1, checked = NULL
      WHERE session IN (SELECT session FROM shared WHERE identity_key = ? AND withheld IS NULL)
      """, .bytes(device.identityKey.bytes))
  }
}
