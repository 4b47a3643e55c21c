import Ciphers
import CrossSigning
import JSON
import Olm

/// A message that came over Olm, with all its checks passed.
struct OlmMessageContent {
  let type: String
  let payload: SecretJSON
  let sender: OlmSender
  var content: JSONNode? { payload.root["content"] }

  func secret(_ key: String) -> Secret? { payload.secret(key, in: content) }
}

/// The device that sent a message over Olm.
struct OlmSender {
  let user: String
  let identityKey: X25519PublicKey
  let signingKey: Ed25519PublicKey
  /// The device of the user's list with these keys; nil if the list does not have it yet.
  let device: KnownDevice?
  /// The signed keys that came with the message (MSC4147).
  let ownKeys: DeviceKeys?
}

/// Why a message over Olm was not accepted.
package enum OlmRefusal: Error, Hashable, Sendable {
  /// The message is not for this device, or its fields are missing.
  case notForUs
  /// The message was decrypted before.
  case repeated
  /// No session decrypts the message. If the device is known, a new session is begun.
  case undecryptable
  /// The payload is malformed, or names another sender, recipient or key than expected.
  case wrongPayload
}

/// Encrypts messages to devices, and decrypts received ones.
struct OlmChannel {
  let database: KeyDatabase

  private var sessions: OlmSessions { OlmSessions(database: database) }
  static let algorithm = "m.olm.v1.curve25519-aes-sha2"
  private static let secretKeys: Set<String> = ["session_key", "secret"]

  // MARK: Encrypting

  /// The content of an `m.room.encrypted` for a device; nil without a session. The session is stored.
  func encrypt(type: String, _ content: Secret, to device: KnownDevice) throws(MachineError) -> [UInt8]? {
    guard var session = try sessions.best(with: device) else { return nil }
    let own = OwnDevice(database: database)
    let account = try own.account()
    let ownKeys = try own.deviceKeys()
    let frame = JSONWriter.bytes { json in
      json.object { json in
        json.object("keys") { json in json.member("ed25519", account.signingKey.base64) }
        json.member("recipient", device.address.user)
        json.object("recipient_keys") { json in json.member("ed25519", device.signingKey.base64) }
        json.member("sender", database.owner.user)
        // nio identifies the sender's device by this member.
        json.member("sender_device", database.owner.device)
        json.member("sender_device_keys", ownKeys.node)
        json.member("type", type)
      }
    }
    let message = try olm(session.encrypt(SecretJSON.adding("content", json: content, to: frame)))
    try sessions.store(session, of: device.address.user, isNewest: false)
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", Self.algorithm)
        json.object("ciphertext") { json in
          json.object(device.identityKey.base64) { json in
            json.member("body", message.body)
            json.member("type", message.type)
          }
        }
        json.member("sender_key", account.identityKey.base64)
      }
    }
  }

  // MARK: Decrypting

  /// Decrypts an `m.room.encrypted` to this device. Changed sessions are stored, even if the message is refused.
  func decrypt(_ content: JSONNode?, from user: String) throws(MachineError) -> Result<
    OlmMessageContent, OlmRefusal
  > {
    var account = try OwnDevice(database: database).account()
    guard let content, content["algorithm"]?.isString(Self.algorithm) == true,
      let text = content["sender_key"]?.string, let sender = Self.key(text), sender != account.identityKey,
      let own = content["ciphertext"]?[account.identityKey.base64], let type = own["type"]?.integer,
      let body = own["body"]?.string, let message = Self.message(type, body)
    else { return .failure(.notForUs) }
    let plaintext: Secret
    switch try decrypt(message, of: user, sender, &account) {
    case .success(let text): plaintext = text
    case .failure(let refusal):
      // An unknown device may be an invention of the server.
      if refusal == .undecryptable,
        let device = try DeviceStore(database: database).device(of: user, identityKey: sender)
      {
        try sessions.markBroken(device)
      }
      return .failure(refusal)
    }
    guard let checked = try check(plaintext, from: user, sender, account) else {
      return .failure(.wrongPayload)
    }
    return .success(checked)
  }

  private static func key(_ text: String) -> X25519PublicKey? {
    do { return try X25519PublicKey(base64: text) } catch { return nil }
  }

  private static func message(_ type: Int, _ body: String) -> OlmMessage? {
    do { return try OlmMessage(type: type, body: body) } catch { return nil }
  }

  private func decrypt(
    _ message: OlmMessage, of user: String, _ sender: X25519PublicKey, _ account: inout Account
  ) throws(MachineError) -> Result<Secret, OlmRefusal> {
    var wasRead = false
    for var session in try sessions.sessions(of: user, with: sender) {
      switch Result(catching: { () throws(OlmError) in try session.decrypt(message) }) {
      case .success(let text):
        try sessions.store(session, of: user, isNewest: true)
        return .success(text)
      case .failure(.cipher(.refusedByLibrary(let call))): throw .cipher(.refusedByLibrary(call: call))
      case .failure(.messageKeyGone): wasRead = true
      case .failure: break
      }
      // A pre-key message belongs to this session only, so no other session is tried.
      if case .preKey(let first) = message, session.matches(first) {
        return .failure(wasRead ? .repeated : .undecryptable)
      }
    }
    guard case .preKey(let first) = message else {
      return .failure(wasRead ? .repeated : .undecryptable)
    }
    switch Result(catching: { () throws(OlmError) in try account.makeSession(from: sender, first) }) {
    case .success(let (session, text)):
      try OwnDevice(database: database).store(account)
      try sessions.store(session, of: user, isNewest: true)
      return .success(text)
    case .failure(.cipher(.refusedByLibrary(let call))): throw .cipher(.refusedByLibrary(call: call))
    case .failure(let error): return .failure(error == .replayed ? .repeated : .undecryptable)
    }
  }

  /// Checks everything that binds a payload to its sender and to this device; nil if anything is wrong.
  private func check(
    _ plaintext: Secret, from user: String, _ identityKey: X25519PublicKey, _ account: Account
  ) throws(MachineError) -> OlmMessageContent? {
    let payload: SecretJSON
    do { payload = try SecretJSON(parsing: plaintext, secretsUnder: Self.secretKeys) } catch { return nil }
    let root = payload.root
    guard let type = root["type"]?.string, root["content"]?.kind == .object,
      Self.isSame(root["sender"]?.string, user), Self.isSame(root["recipient"]?.string, database.owner.user),
      Self.isSame(root["recipient_keys"]?["ed25519"]?.string, account.signingKey.base64),
      let text = root["keys"]?["ed25519"]?.string
    else { return nil }
    let signingKey: Ed25519PublicKey
    do { signingKey = try Ed25519PublicKey(base64: text) } catch { return nil }
    let device = try DeviceStore(database: database).device(of: user, identityKey: identityKey)
    if let device, device.signingKey != signingKey { return nil }
    var ownKeys: DeviceKeys?
    if let node = root["sender_device_keys"] {
      // CVE-2026-45056: these may be valid keys of another device.
      do { ownKeys = try DeviceKeys(node, of: user, with: database.suite) } catch { return nil }
      guard ownKeys?.identityKey == identityKey, ownKeys?.signingKey == signingKey else { return nil }
    }
    let sender = OlmSender(
      user: user, identityKey: identityKey, signingKey: signingKey, device: device, ownKeys: ownKeys)
    return OlmMessageContent(type: type, payload: payload, sender: sender)
  }

  /// Compares bytes: strings that are equal in Swift can be different ids.
  private static func isSame(_ one: String?, _ other: String) -> Bool {
    one?.utf8.elementsEqual(other.utf8) == true
  }
}
