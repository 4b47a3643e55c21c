import Ciphers
import CrossSigning
import JSON
import Olm
import Recovery

/// Times of what recovery computes, without a server: `RecoveryProbe figures`.
struct Figures {
  let suite: CipherSuite
  private let user = "@ann:a.org"

  func run() throws {
    try measure("new identity with its objects") {
      _ = try CrossSigningSecrets(randomFor: user, with: suite).publicObjects(with: suite)
    }
    try deviceList(count: 60)
    let key = try SecretStorageKey(suite.randomSecret(count: 32))
    let description = try description(of: key, passphrase: false)
    let typed = RecoveryKey.text(for: key).withBytes { String(decoding: $0, as: UTF8.self) }
    try measure("secret storage opened by the recovery key") {
      _ = try SecretStorage(accountData: description).open(typed, with: suite)
    }
    let derived = try SecretStorageKey(passphrase: "pass", salt: "salt", rounds: 500_000, with: suite)
    let withPassphrase = try self.description(of: derived, passphrase: true)
    try measure("… by a passphrase of 500,000 rounds") {
      _ = try SecretStorage(accountData: withPassphrase).open("pass", with: suite)
    }
    try roomKeys(count: 1000)
  }

  private func measure(_ what: String, _ work: () throws -> Void) throws {
    let times = try (0..<5).map { _ in try ContinuousClock().measure(work) }.sorted()
    note("measured: \(what): \(times[2])")
  }

  private func description(of key: SecretStorageKey, passphrase: Bool) throws -> [String: JSONNode] {
    let check = try key.check(with: suite).fields
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", "m.secret_storage.v1.aes-hmac-sha2")
        json.member("iv", check.iv)
        json.member("mac", check.mac)
        if passphrase {
          json.object("passphrase") { json in
            json.member("algorithm", "m.pbkdf2")
            json.member("salt", "salt")
            json.member("iterations", 500_000)
          }
        }
      }
    }
    return [SecretStorage.type(ofKey: "k"): try JSONDocument(content).root]
  }

  /// Reads an answer about a user with signed devices.
  private func deviceList(count: Int) throws {
    let secrets = try CrossSigningSecrets(randomFor: user, with: suite)
    let objects = try secrets.publicObjects(with: suite)
    let devices = try (0..<count).map { number in
      let account = try Account(randomWith: suite)
      let unsigned = try DeviceKeys.unsigned(
        user: user, device: "D\(number)", identityKey: account.identityKey, signingKey: account.signingKey)
      let own = try unsigned.adding(account.sign(unsigned.signedBytes), of: user, by: "D\(number)")
      return try secrets.signed(DeviceKeys(own.node, of: user, with: suite), with: suite)
    }
    let answer = JSONWriter.bytes { json in
      json.object { json in
        json.object("device_keys") { json in
          json.object(user) { json in
            for (number, device) in devices.enumerated() { json.member("D\(number)", device.node) }
          }
        }
        for (usage, object) in objects {
          json.object(usage.rawValue + "_keys") { json in json.member(user, object.node) }
        }
      }
    }
    try measure("list of \(count) devices read, with all signatures") {
      let keys = try unwrap(UserKeys(of: user, in: JSONDocument(answer).root, with: suite), "keys")
      guard keys.devices.values.allSatisfy({ keys.isSigned($0, with: suite) }) else {
        throw Failed(check: "chain")
      }
    }
  }

  private func roomKeys(count: Int) throws {
    let backup = try BackupKey(randomWith: suite)
    let keys = try (0..<count).map { number in
      try BackedUpRoomKey(
        room: "!r:a.org", exported: OutboundMegolmSession(randomWith: suite).inbound().exportedForm(from: 0),
        senderKey: "s", claimedSigningKey: nil, with: suite)
    }
    try measure("\(count) keys sealed for the backup") {
      for key in keys { _ = try key.entry(for: backup.publicKey, isVerified: false, with: suite) }
    }
    let sessions = try keys.map { key in
      (key.sessionID, try JSONDocument(key.entry(for: backup.publicKey, isVerified: false, with: suite)).root)
    }
    let answer = JSONWriter.bytes { json in
      json.object { json in
        json.object("sessions") { json in for (id, entry) in sessions { json.member(id, entry) } }
      }
    }
    try measure("\(count) keys of an answer of \(answer.count / 1000) kB opened") {
      let read = BackedUpRoomKey.keys(
        in: try JSONDocument(answer, limits: .answer).root, of: "!r:a.org", key: backup, with: suite)
      guard read.count == count else { throw Failed(check: "keys") }
    }
  }
}
