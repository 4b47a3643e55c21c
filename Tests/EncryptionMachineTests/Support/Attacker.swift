import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport

@testable import EncryptionMachine
@testable import Olm

/// A device whose program says what it wants: every field of every message can be wrong.
final class Attacker {
  let address: DeviceAddress
  let server: TestServer
  let suite: CipherSuite
  var account: Account
  private var sessions: [DeviceAddress: OlmSession] = [:]
  private(set) var keys: SignedObject

  /// A device on the server.
  init(_ user: String, _ device: String, on server: TestServer, seed: UInt64, isSigned: Bool = true) throws {
    address = DeviceAddress(user: user, device: device)
    self.server = server
    suite = try CipherSuite.seeded(seed)
    account = try Account(randomWith: suite)
    let unsigned = try DeviceKeys.unsigned(
      user: user, device: device, identityKey: account.identityKey, signingKey: account.signingKey)
    keys = try unsigned.adding(account.sign(unsigned.signedBytes), of: user, by: device)
    server.devices[address] = TestServer.Device(keys: keys.text)
    try account.makeOneTimeKeys(5)
    for (id, key) in account.unpublishedOneTimeKeys.sorted(by: { $0.key < $1.key }) {
      let object = try SignedObject(parsing: Array(#"{"key":"\#(key.base64)"}"#.utf8))
      let signed = try object.adding(account.sign(object.signedBytes), of: user, by: device)
      server.devices[address]?.oneTimeKeys.append(("signed_curve25519:\(id.text)", signed.text))
    }
    if server.people[user] == nil { try server.makeIdentity(of: user) }
    server.noteChange(of: user)
    if isSigned { try server.signDevice(address) }
  }

  /// The fields of a payload; nil leaves one out.
  struct Payload {
    var sender: String?
    var recipient: String?
    var recipientKey: String?
    var key: String?
    var senderKeys: JSONNode?
    var type = "m.room_key"
    var content: JSONNode
  }

  /// A payload in which everything is right.
  func payload(_ content: JSONNode, to device: TestDevice) throws -> Payload {
    let victim = try device.machine().deviceKeys()
    let key = victim.node["keys"]?["ed25519:\(device.address.device)"]?.string
    return Payload(
      sender: address.user, recipient: device.address.user, recipientKey: key, key: account.signingKey.base64,
      senderKeys: keys.node, content: content)
  }

  /// Encrypts a payload and puts it into the inbox of a device.
  func send(_ payload: Payload, to device: TestDevice, as sender: String? = nil) throws {
    let content = try encrypt(payload, to: device)
    server.deliver("m.room.encrypted", content, from: sender ?? address.user, to: device.address)
  }

  /// The content of the event for a payload.
  func encrypt(_ payload: Payload, to device: TestDevice) throws -> JSONNode {
    let victim = try DeviceKeys(device.machine().deviceKeys().node, of: device.address.user, with: suite)
    var session: OlmSession
    if let known = sessions[device.address] {
      session = known
    } else {
      let body = Array(
        #"{"one_time_keys":{"\#(device.address.user)":{"\#(device.address.device)":"signed_curve25519"}}}"#
          .utf8)
      let answer = try server.perform(ServerRequest(.post, ["keys", "claim"], body: body), from: address)
        .answer
      let key = answer["one_time_keys"]?[device.address.user]?[device.address.device].members.first { _ in
        true
      }
      session = try account.makeSession(
        to: victim.identityKey, oneTimeKey: X25519PublicKey(base64: key?.value["key"]?.string ?? ""))
    }
    let text = JSONWriter.bytes { json in
      json.object { json in
        json.member("content", payload.content)
        if let key = payload.key { json.object("keys") { json in json.member("ed25519", key) } }
        if let user = payload.recipient { json.member("recipient", user) }
        if let key = payload.recipientKey {
          json.object("recipient_keys") { json in json.member("ed25519", key) }
        }
        if let user = payload.sender { json.member("sender", user) }
        if let keys = payload.senderKeys { json.member("sender_device_keys", keys) }
        json.member("type", payload.type)
      }
    }
    let message = try session.encrypt(text)
    sessions[device.address] = session
    return try object { json in
      json.member("algorithm", "m.olm.v1.curve25519-aes-sha2")
      json.object("ciphertext") { json in
        json.object(victim.identityKey.base64) { json in
          json.member("body", message.body)
          json.member("type", message.type)
        }
      }
      json.member("sender_key", account.identityKey.base64)
    }
  }

  /// The content of `m.room_key` for a session.
  func roomKey(
    _ session: OutboundMegolmSession, room: String, id: String? = nil
  ) throws -> JSONNode {
    try Attacker.roomKey(session.sharedForm().utf8, room: room, id: id ?? session.id)
  }

  static func roomKey(_ key: String, room: String, id: String) throws -> JSONNode {
    try object { json in
      json.member("algorithm", "m.megolm.v1.aes-sha2")
      json.member("room_id", room)
      json.member("session_id", id)
      json.member("session_key", key)
    }
  }

  /// Encrypts an event as a room's session does.
  func event(
    _ session: inout OutboundMegolmSession, room: String, inside: String? = nil, text: String = "text"
  ) throws -> JSONNode {
    let plaintext =
      #"{"content":{"body":"\#(text)","msgtype":"m.text"},"room_id":"\#(inside ?? room)","type":"m.room.message"}"#
    let message = try session.encrypt(Array(plaintext.utf8))
    let id = session.id
    return try object { json in
      json.member("algorithm", "m.megolm.v1.aes-sha2")
      json.member("ciphertext", message.base64)
      json.member("session_id", id)
    }
  }
}

extension TestDevice {
  /// The text of an event, or why there is none.
  func read(_ content: JSONNode, id: String = "$e", from sender: String, room: String = "!room:x") throws
    -> String
  {
    let event = EncryptedEvent(room: room, id: id, sender: sender, content: content)
    switch try machine().decrypt([event])[0] {
    case .readable(let decrypted): return decrypted.content["body"]?.string ?? "?"
    case .unreadable(let reason): return "\(reason)"
    }
  }
}
