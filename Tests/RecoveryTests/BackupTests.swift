import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Olm
import Recovery
import TestSupport
import Testing

@Suite("Key backup")
struct BackupTests {
  let suite: CipherSuite
  let key: BackupKey
  let server: AccountServer

  init() throws {
    suite = try .seeded(TestSeed.value)
    key = try BackupKey(randomWith: suite)
    server = AccountServer("@ann:a.org", suite)
  }

  private static let algorithm = "m.megolm_backup.v1.curve25519-aes-sha2"

  private func version(of publicKey: X25519PublicKey) throws -> JSONNode {
    try node(#"{"algorithm": "\#(Self.algorithm)", "auth_data": {"public_key": "\#(publicKey.base64)"}}"#)
  }

  private func backup() throws -> BackupVersion {
    try BackupVersion(try server.perform(.backupVersion).answer)
  }

  /// The keys of a room that the backup gives.
  private func restored(_ room: String) throws -> [BackedUpRoomKey] {
    let answer = try server.perform(.backedUpKeys(room: room, in: backup())).answer
    return BackedUpRoomKey.keys(in: answer, of: room, key: key, with: suite)
  }

  private func roomKey(_ room: String = "!r:a.org", after count: Int = 0) throws -> (
    BackedUpRoomKey, OutboundMegolmSession
  ) {
    var session = try OutboundMegolmSession(randomWith: suite)
    for _ in 0..<count { _ = try session.encrypt(Array("x".utf8)) }
    let exported = try session.inbound().exportedForm(from: session.index)
    let key = try BackedUpRoomKey(
      room: room, exported: exported, senderKey: "sender", claimedSigningKey: "signing",
      forwardingChain: ["a"], isSharedHistory: true, with: suite)
    return (key, session)
  }

  @Test("A key goes into the backup and comes out, alone and with all others")
  func roundTrip() throws {
    server.replaceBackup(try version(of: key.publicKey))
    var sessions: [String: OutboundMegolmSession] = [:]
    var keys: [BackedUpRoomKey] = []
    for (room, count) in [("!r:a.org", 0), ("!r:a.org", 3), ("!s:a.org", 300)] {
      let (key, session) = try roomKey(room, after: count)
      sessions[session.id] = session
      keys.append(key)
    }
    let request = try ServerRequest.backUp(keys.map { ($0, true) }, in: backup(), with: suite)
    let (status, answer) = try server.perform(request)
    #expect(status == 200 && answer["etag"]?.string == "3" && answer["count"]?.integer == 3)
    let read = try ["!r:a.org", "!s:a.org"].map { try restored($0) }
    #expect(read.map(\.count) == [2, 1])
    for key in read.joined() {
      #expect(key.senderKey == "sender" && key.claimedSigningKey == "signing" && key.forwardingChain == ["a"])
      #expect(key.isSharedHistory)
      var session = try #require(sessions[key.sessionID])
      var inbound = try InboundMegolmSession(exported: key.exported, with: suite)
      #expect(key.firstIndex == session.index)
      #expect(inbound.firstKnownIndex == session.index)
      #expect(try inbound.decrypt(session.encrypt(Array("hi".utf8))) == Array("hi".utf8))
    }
    let one = try server.perform(.backedUpKey(room: "!s:a.org", sessionID: keys[2].sessionID, in: backup()))
    #expect(one.answer["first_message_index"]?.integer == 300 && one.answer["is_verified"]?.bool == true)
    #expect(one.answer["forwarded_count"]?.integer == 1)
    _ = try BackedUpRoomKey(
      one.answer, room: "!s:a.org", sessionID: keys[2].sessionID, key: key, with: suite)
    #expect(try server.perform(.backedUpKey(room: "!x:a.org", sessionID: "x", in: backup())).status == 404)
  }

  @Test("A forged or damaged entry is refused, and does not stop the others")
  func forged() throws {
    server.replaceBackup(try version(of: key.publicKey))
    let (good, _) = try roomKey()
    let (other, _) = try roomKey()
    let entry = { (key: BackedUpRoomKey, owner: X25519PublicKey) in
      try JSONDocument(try key.entry(for: owner, isVerified: true, with: suite)).root
    }
    let stranger = try BackupKey(randomWith: suite)
    let valid = String(decoding: try entry(good, key.publicKey).raw, as: UTF8.self)
    func sealed(_ text: String) throws -> JSONNode {
      let fields = try BackedUpKey(Array(text.utf8), for: key.publicKey, with: suite).fields
      return try node(
        #"{"session_data": {"ephemeral": "\#(fields.ephemeral)", "ciphertext": "\#(fields.ciphertext)", "mac": "\#(fields.mac)"}}"#
      )
    }
    let exported = good.exported.utf8
    let cases: [(JSONNode, BackupError)] = [
      (try entry(other, key.publicKey), .otherSession),
      (try entry(good, stranger.publicKey), .cipher(.notAuthentic)),
      (try node("{}"), .malformed), (try node(#"{"session_data": {}}"#), .malformed),
      (
        try node(valid.replacing("\"mac\":\"", with: "\"mac\":\"A")),
        .cipher(.wrongSize(expected: 8, found: 9))
      ),
      (try sealed("no JSON"), .malformed), (try sealed("{}"), .unknownAlgorithm("")),
      (try sealed(#"{"algorithm": "m.megolm.v1.aes-sha2"}"#), .malformed),
      (
        try sealed(#"{"algorithm": "m.megolm.v1.aes-sha2", "session_key": 7, "sender_key": "s"}"#), .malformed
      ),
      (
        try sealed(#"{"algorithm": "m.megolm.v1.aes-sha2", "session_key": "AAAA", "sender_key": "s"}"#),
        .unusableSession
      ),
      (
        try sealed(#"{"algorithm": "m.megolm.v2", "session_key": "\#(exported)", "sender_key": "s"}"#),
        .unknownAlgorithm("m.megolm.v2")
      ),
    ]
    for (content, error) in cases {
      #expect(throws: error) {
        try BackedUpRoomKey(content, room: "!r:a.org", sessionID: good.sessionID, key: key, with: suite)
      }
    }
    // Anybody can make this one: it is not authentic, only readable.
    _ = try BackedUpRoomKey(
      sealed(
        #"{"algorithm": "m.megolm.v1.aes-sha2", "session_key": "\#(exported)", "sender_key": "forged"}"#),
      room: "!r:a.org", sessionID: good.sessionID, key: key, with: suite)
    let answer = JSONWriter.bytes { json in
      json.object { json in
        json.object("sessions") { json in
          json.member(good.sessionID, cases[0].0)
          json.member("x", cases[2].0)
          json.member(other.sessionID, cases[0].0)
        }
      }
    }
    let read = BackedUpRoomKey.keys(
      in: try JSONDocument(answer).root, of: "!r:a.org", key: key, with: suite)
    #expect(read.map(\.sessionID) == [other.sessionID])
  }

  @Test("A key from the backup extends a session only if it leads to the same keys")
  func extending() throws {
    let (genuine, session) = try roomKey()
    var late = session
    for _ in 0..<5 { _ = try late.encrypt(Array("x".utf8)) }
    var known = late.inbound()
    // A forger knows the session's name but not its ratchet.
    let form = try late.inbound().exportedForm(from: 5)
    var bytes = try Base64.decode(form).array
    bytes[4] = 0
    bytes[20] ^= 1
    var forged = try InboundMegolmSession(exported: Base64.encode(bytes), with: suite)
    #expect(forged.id == known.id && forged.firstKnownIndex == 0)
    #expect(throws: OlmError.notSameSession) { try known.extend(with: forged) }
    #expect(throws: OlmError.notSameSession) { try forged.extend(with: known) }
    #expect(
      try known.extend(with: InboundMegolmSession(exported: genuine.exported, with: suite))
        && known.firstKnownIndex == 0)
  }

  @Test("Only our own backup is given keys")
  func trust() throws {
    var ann = try Person("@ann:a.org", suite)
    let device = try ann.addDevice("PHONE")
    let master = try #require(ann.secrets[.master])
    let identity = try ann.identity()
    let signer = try Ed25519PrivateKey(randomWith: suite)
    let stranger = try Person("@ann:a.org", suite)
    let plain = try SignedObject(parsing: Array(#"{"public_key": "\#(key.publicKey.base64)"}"#.utf8))
    func version(_ authData: SignedObject) throws -> BackupVersion {
      try BackupVersion(
        JSONDocument(
          JSONWriter.bytes { json in
            json.object { json in
              json.member("algorithm", Self.algorithm)
              json.member("version", "1")
              json.member("auth_data", authData.node)
            }
          }
        ).root)
    }
    func trust(_ version: BackupVersion, key: BackupKey? = nil, identity: UserIdentity?) -> BackupTrust {
      version.trust(key: key, identity: identity, devices: [device], user: ann.user, with: suite)
    }
    let signed = try plain.signed(by: master, of: ann.user, named: identity.master.name, with: suite)
    let forged = try plain.signed(by: signer, of: ann.user, named: identity.master.name, with: suite)
    let byDevice = try plain.signed(by: signer, of: ann.user, named: "PHONE", with: suite)
    #expect(trust(try version(plain), identity: identity) == .untrusted)
    #expect(trust(try version(signed), identity: identity) == .signedByIdentity)
    // The identity is not verified, or is another one.
    #expect(trust(try version(signed), identity: nil) == .untrusted)
    #expect(trust(try version(signed), identity: try stranger.identity()) == .untrusted)
    #expect(trust(try version(forged), identity: identity) == .untrusted)
    #expect(trust(try version(byDevice), identity: identity) == .untrusted)
    // The signature of the true backup with the public key of another.
    let moved = try signed.replacing(
      key.publicKey.base64, with: BackupKey(randomWith: suite).publicKey.base64)
    #expect(trust(try version(moved), identity: identity) == .untrusted)
    // The private key is proof enough.
    #expect(trust(try version(plain), key: key, identity: nil) == .ownKey)
    let other = try BackupKey(randomWith: suite)
    #expect(trust(try version(plain), key: other, identity: identity) == .untrusted)
    #expect(trust(try version(forged), key: other, identity: identity) == .untrusted)
    // Another device of ours made a new backup.
    #expect(trust(try version(signed), key: other, identity: identity) == .signedByIdentity)
  }

  @Test("A device of ours vouches for a backup")
  func deviceTrust() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    try login.perform(plan.steps)
    let trust = { devices in
      try backup().trust(key: nil, identity: nil, devices: devices, user: server.user, with: suite)
    }
    #expect(try trust([login.device.keys]) == .signedByDevice("PHONE"))
    #expect(try trust([]) == .untrusted)
    #expect(try trust([Login("LAPTOP", to: server, suite).device.keys]) == .untrusted)
  }

  @Test(
    "A version that is not readable is refused",
    arguments: [
      ("{}", BackupError.malformed),
      (#"{"version": "1", "algorithm": "x", "auth_data": {}}"#, .unknownAlgorithm("x")),
      (#"{"version": "1", "algorithm": "\#(BackupTests.algorithm)", "auth_data": {}}"#, .malformed),
      (
        #"{"version": "1", "algorithm": "\#(BackupTests.algorithm)", "auth_data": {"public_key": "AAAA"}}"#,
        .cipher(.wrongSize(expected: 32, found: 3))
      ),
    ])
  func malformed(sample: (text: String, error: BackupError)) {
    #expect(throws: sample.error) { try BackupVersion(try node(sample.text)) }
  }

  @Test("Of two keys of one session the one that opens more goes into the backup", arguments: [false, true])
  func twoOfOneSession(isLaterFirst: Bool) throws {
    server.replaceBackup(try version(of: key.publicKey))
    let session = try OutboundMegolmSession(randomWith: suite).inbound()
    let keys = try [UInt32(0), 5].map { index in
      try BackedUpRoomKey(
        room: "!r:a.org", exported: session.exportedForm(from: index), senderKey: "sender",
        claimedSigningKey: nil, with: suite)
    }
    let both = isLaterFirst ? keys.reversed() : keys
    _ = try server.perform(.backUp(both.map { ($0, false) }, in: backup(), with: suite))
    #expect(try restored("!r:a.org").map(\.firstIndex) == [0])
  }

  @Test("A thousand keys go into the backup in parts and come out at once")
  func speed() throws {
    server.replaceBackup(try version(of: key.publicKey))
    let keys = try (0..<1000).map { _ in try roomKey().0 }
    let clock = ContinuousClock()
    var requests: [ServerRequest] = []
    let sealing = try clock.measure {
      for start in stride(from: 0, to: 1000, by: ServerRequest.mostBackedUpKeys) {
        let part = keys[start..<min(1000, start + ServerRequest.mostBackedUpKeys)].map { ($0, false) }
        requests.append(try ServerRequest.backUp(part, in: backup(), with: suite))
      }
    }
    for request in requests { try server.perform(request) }
    var read = 0
    let opening = try clock.measure { read = try restored("!r:a.org").count }
    print(
      "measured: 1,000 keys sealed in \(sealing), opened in \(opening); largest request \(requests[0].body?.count ?? 0) B"
    )
    #expect(read == 1000 && requests.count == 8)
  }
}
