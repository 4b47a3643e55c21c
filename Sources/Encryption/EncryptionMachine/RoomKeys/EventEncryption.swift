import Ciphers
import JSON
import Olm
import SQLite

/// Encrypts events of rooms, and keeps each until the server has it.
struct EventEncryption {
  let database: KeyDatabase

  /// The content of the `m.room.encrypted` for an event.
  ///
  /// The same transaction id gives the same bytes, until `sent`: a key of the ratchet never encrypts twice, and a retry sends
  /// what may already have arrived.
  func encrypt(
    room: String, _ audience: RoomAudience, type: String, content: JSONNode, transaction: String
  ) throws(MachineError) -> [UInt8] {
    guard content.kind == .object else { throw .malformedContent }
    return try database.transaction { () throws(MachineError) in
      let plaintext = JSONWriter.bytes { json in
        json.object { json in
          json.member("content", content)
          json.member("room_id", room)
          json.member("type", type)
        }
      }
      let hash = try ciphered(database.suite.hmac(database.textKey, over: plaintext))
      if let known = try stored(transaction) {
        guard known.hash == hash, known.room == room else { throw .transactionReused(transaction) }
        return known.content
      }
      var outbound = try RoomKeySharing(database: database).readySession(of: room, audience)
      let message = try olm(outbound.session.encrypt(plaintext))
      try OutboundStore(database: database).store(outbound.session, of: room)
      let encrypted = try self.content(
        message, session: outbound.session.id, relation: content["m.relates_to"])
      try database.connection.run(
        "INSERT INTO event (txn, room, content, hash) VALUES (?, ?, ?, ?)", .id(transaction), .id(room),
        .bytes(encrypted), .bytes(hash))
      return encrypted
    }
  }

  private func stored(
    _ transaction: String
  ) throws(MachineError) -> (room: String, content: [UInt8], hash: [UInt8])? {
    try database.connection.first("SELECT room, content, hash FROM event WHERE txn = ?", .id(transaction)) {
      (room: $0.text(0), content: $0.bytes(1), hash: $0.bytes(2))
    }
  }

  /// The relation is outside the ciphertext as well: the server needs it for threads, edits and reactions.
  private func content(
    _ message: MegolmMessage, session: String, relation: JSONNode?
  ) throws(MachineError) -> [UInt8] {
    let identityKey = try OwnDevice(database: database).account().identityKey.base64
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", RoomSettings.algorithm)
        json.member("ciphertext", message.base64)
        json.member("device_id", database.owner.device)
        if let relation { json.member("m.relates_to", relation) }
        json.member("sender_key", identityKey)
        json.member("session_id", session)
      }
    }
  }

  /// Forgets an event that the server has, or that is given up. A power cut may bring its row back, but it is not sent again.
  func sent(_ transaction: String) throws(MachineError) {
    try database.transaction(isDurable: false) { () throws(MachineError) in
      try database.connection.run("DELETE FROM event WHERE txn = ?", .id(transaction))
    }
  }
}
