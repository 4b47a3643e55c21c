package import Ciphers
import CrossSigning
import JSON
import Olm

/// Takes room keys, and refusals of them, from messages to this device.
struct RoomKeyIntake {
  let database: KeyDatabase

  private var waiting: WaitingEvents { WaitingEvents(database: database) }

  /// Takes `m.room_key`.
  ///
  /// - Returns: the events that may be readable now.
  func take(roomKey message: OlmMessageContent) throws(MachineError) -> [WaitingEvent] {
    guard let content = message.content, content["algorithm"]?.isString(RoomSettings.algorithm) == true,
      let room = content["room_id"]?.string, let id = content["session_id"]?.string,
      let text = message.secret("session_key")
    else { return [] }
    let session: InboundMegolmSession
    do { session = try InboundMegolmSession(shared: text, with: database.suite) } catch { return [] }
    guard session.id == id else { return [] }
    let isHistory = content["shared_history"]?.bool == true
    let isNew = try RoomKeyStore(database: database).add(
      session, room: room, from: message.sender, isHistory: isHistory)
    try waiting.endWithheld(room: room, session: id, by: message.sender.user)
    return isNew ? try waiting.events(room: room, session: id) : []
  }

  /// Takes `m.room_key.withheld`, which is not encrypted.
  ///
  /// - Returns: the events that wait for the key.
  func take(withheld content: JSONNode?, from user: String) throws(MachineError) -> [WaitingEvent] {
    guard let content, content["algorithm"]?.isString(RoomSettings.algorithm) == true,
      let code = content["code"]?.string
    else { return [] }
    if code == WithheldCode.noOlm.rawValue {
      try waiting.noteWithheld(room: "", session: "", by: user, code: code)
      return []
    }
    guard let room = content["room_id"]?.string, let session = content["session_id"]?.string, !room.isEmpty
    else {
      return []
    }
    try waiting.noteWithheld(room: room, session: session, by: user, code: code)
    return try waiting.events(room: room, session: session)
  }

  /// Takes a key of the backup.
  ///
  /// - Returns: the events that may be readable now.
  func take(exported key: RoomKeyImport, isBackedUp: Bool) throws(MachineError) -> [WaitingEvent] {
    let session: InboundMegolmSession
    do { session = try InboundMegolmSession(exported: key.exported, with: database.suite) } catch {
      return []
    }
    guard session.id == key.session else { return [] }
    let isNew = try RoomKeyStore(database: database).addFromBackup(
      session, room: key.room, senderKey: bytes(key.senderKey), signingKey: bytes(key.signingKey),
      isBackedUp: isBackedUp)
    return isNew ? try waiting.events(room: key.room, session: key.session) : []
  }

  /// Decodes an unverified public key; empty if it is not 32 bytes in base64.
  private func bytes(_ key: String?) -> [UInt8] {
    guard let key else { return [] }
    do {
      let bytes = try Base64.bytes(key)
      return bytes.count == 32 ? bytes : []
    } catch { return [] }
  }
}

/// A room key of the backup. It proves nothing about the sender.
package struct RoomKeyImport {
  package let room: String
  package let session: String
  /// In the form of the backup, base64.
  package let exported: Secret
  /// The identity key of the device that is said to have sent it, base64. Kept for the next backup.
  package let senderKey: String?
  /// Its signing key.
  package let signingKey: String?

  package init(
    room: String, session: String, exported: Secret, senderKey: String? = nil, signingKey: String? = nil
  ) {
    (self.room, self.session, self.exported) = (room, session, exported)
    (self.senderKey, self.signingKey) = (senderKey, signingKey)
  }
}
