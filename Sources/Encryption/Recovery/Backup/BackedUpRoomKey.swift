package import Ciphers
import CrossSigning
package import JSON
import Olm

/// A room key in the backup: an inbound session and its metadata.
///
/// The backup's public key is enough to add one, so the server can do it too. Messages decrypted with it are marked "sender not
/// proven", and it never replaces a session that was received over Olm. `InboundMegolmSession.extend` takes only earlier messages
/// of the same session from it.
package struct BackedUpRoomKey {
  package let room: String
  package let sessionID: String
  /// The session in the form of backups, base64.
  package let exported: Secret
  /// The index of the first message that it opens.
  package let firstIndex: UInt32
  /// The identity key of the device that made the session, as claimed.
  package let senderKey: String
  /// The signing key of that device, as claimed.
  package let claimedSigningKey: String?
  /// The identity keys of the devices that forwarded it.
  package let forwardingChain: [String]
  /// Whether invited people may get it (MSC4268).
  package let isSharedHistory: Bool

  /// A key to put into the backup.
  ///
  /// - Parameter exported: the session in the form of backups, base64.
  package init(
    room: String, exported: Secret, senderKey: String, claimedSigningKey: String?,
    forwardingChain: [String] = [], isSharedHistory: Bool = false, with suite: CipherSuite
  ) throws(BackupError) {
    let session: InboundMegolmSession
    do { session = try InboundMegolmSession(exported: exported, with: suite) } catch {
      throw .unusableSession
    }
    (self.room, self.exported, sessionID, firstIndex) = (room, exported, session.id, session.firstKnownIndex)
    (self.senderKey, self.claimedSigningKey) = (senderKey, claimedSigningKey)
    (self.forwardingChain, self.isSharedHistory) = (forwardingChain, isSharedHistory)
  }

  private static let algorithm = "m.megolm.v1.aes-sha2"

  // MARK: Out of the backup

  /// Decrypts an entry of the backup.
  ///
  /// - Parameters:
  ///   - entry: the value of a session in an answer. Only `session_data` is used.
  ///   - room: the room it was listed under, which the entry does not authenticate.
  ///   - sessionID: the session it was listed under.
  package init(
    _ entry: JSONNode, room: String, sessionID: String, key: BackupKey, with suite: CipherSuite
  ) throws(BackupError) {
    guard let data = entry["session_data"], let ephemeral = data["ephemeral"]?.string,
      let ciphertext = data["ciphertext"]?.string, let mac = data["mac"]?.string
    else { throw .malformed }
    let text: Secret
    do {
      text = try BackedUpKey(ephemeral: ephemeral, ciphertext: ciphertext, mac: mac).open(
        with: key.key, using: suite)
    } catch { throw .cipher(error) }
    let json: SecretJSON
    do { json = try SecretJSON(parsing: text, secretsUnder: ["session_key"]) } catch { throw .malformed }
    let content = json.root
    let algorithm = content["algorithm"]?.string ?? ""
    guard algorithm == Self.algorithm else { throw .unknownAlgorithm(algorithm) }
    guard let exported = json.secret("session_key", in: content),
      let senderKey = content["sender_key"]?.string
    else { throw .malformed }
    try self.init(
      room: room, exported: exported, senderKey: senderKey,
      claimedSigningKey: content["sender_claimed_keys"]?["ed25519"]?.string,
      forwardingChain: content["forwarding_curve25519_key_chain"].elements.compactMap(\.string),
      isSharedHistory: content["org.matrix.msc3061.shared_history"]?.bool == true
        || content["shared_history"]?.bool == true, with: suite)
    guard self.sessionID == sessionID else { throw .otherSession }
  }

  /// The content of an entry.
  func content() -> Secret {
    let open = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", Self.algorithm)
        json.member("forwarding_curve25519_key_chain", forwardingChain)
        json.object("sender_claimed_keys") { json in
          if let claimedSigningKey { json.member("ed25519", claimedSigningKey) }
        }
        json.member("sender_key", senderKey)
        if isSharedHistory { json.member("org.matrix.msc3061.shared_history", true) }
      }
    }
    return SecretJSON.adding("session_key", string: exported, to: open)
  }

  /// Decrypts the entries of an answer with all keys of a room. A damaged entry does not stop the rest.
  package static func keys(
    in answer: JSONNode, of room: String, key: BackupKey, with suite: CipherSuite
  ) -> [BackedUpRoomKey] {
    answer["sessions"].members.compactMap { entry in
      do throws(BackupError) {
        return try BackedUpRoomKey(entry.value, room: room, sessionID: entry.key, key: key, with: suite)
      } catch { return nil }
    }
  }

  // MARK: Into the backup

  /// The entry for the backup, JSON.
  package func entry(
    for publicKey: X25519PublicKey, isVerified: Bool, with suite: CipherSuite
  ) throws(BackupError) -> [UInt8] {
    let text = content()
    let fields: (ephemeral: String, ciphertext: String, mac: String)
    do { fields = try BackedUpKey(text, for: publicKey, with: suite).fields } catch { throw .cipher(error) }
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("first_message_index", Int(firstIndex))
        json.member("forwarded_count", forwardingChain.count)
        json.member("is_verified", isVerified)
        json.object("session_data") { json in
          json.member("ciphertext", fields.ciphertext)
          json.member("ephemeral", fields.ephemeral)
          json.member("mac", fields.mac)
        }
      }
    }
  }
}
