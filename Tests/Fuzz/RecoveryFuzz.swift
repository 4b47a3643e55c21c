// Fuzzes Recovery.
// Compiled in one module with its sources by run.sh, so only the modules below it are imported.

import Ciphers
import CrossSigning
import FileSystem
import JSON
import Olm

/// Takes every input as each thing that a server or a person gives: as bytes, and as changes of a valid one.
///
/// The first byte says which thing and how it is made.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecovery(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  // libFuzzer has one thread, and secrets stay on the actor that made them.
  MainActor.assumeIsolated {
    do {
      try check(samples.get(), kind: first % 7) { first < 128 ? rest : changed($0, by: rest) }
    } catch {
      fatalError("a sample cannot be made: \(error)")
    }
  }
  return 0
}

@MainActor private let samples = Result { try Samples() }

/// An account with everything, always the same.
private struct Samples {
  static let user = "@ann:a.org"
  let suite: CipherSuite
  let answer: [UInt8]
  let device: SignedObject
  let secrets: CrossSigningSecrets
  let key: SecretStorageKey
  let recoveryKey: [UInt8]
  let description: [UInt8]
  let secret: [UInt8]
  let backupKey: BackupKey
  let version: [UInt8]
  let signedVersion: [UInt8]
  let entry: [UInt8]
  let sessionID: String

  init() throws {
    var state: UInt32 = 1
    suite = try CipherSuite { memory in
      for index in memory.indices {
        state = state &* 1_664_525 &+ 1_013_904_223
        memory[index] = UInt8(state >> 24)
      }
    }
    secrets = try CrossSigningSecrets(randomFor: Self.user, with: suite)
    let signing = try Ed25519PrivateKey(randomWith: suite)
    let unsigned = try DeviceKeys.unsigned(
      user: Self.user, device: "D", identityKey: X25519PrivateKey(randomWith: suite).publicKey,
      signingKey: signing.publicKey)
    let own = try unsigned.signed(by: signing, of: Self.user, named: "D", with: suite)
    device = try secrets.signed(DeviceKeys(own.node, of: Self.user, with: suite), with: suite)
    let objects = try secrets.publicObjects(with: suite)
    guard let master = objects[.master], let selfSigning = objects[.selfSigning],
      let masterKey = secrets[.master]
    else { throw CrossSigningError.privateKeyMissing(.master) }
    let members =
      [("device_keys", "{\"D\":\(Self.text(device))}")] + [
        ("master_keys", Self.text(master)), ("self_signing_keys", Self.text(selfSigning)),
      ]
    answer = Array(
      ("{" + members.map { "\"\($0.0)\":{\"\(Self.user)\":\($0.1)}" }.joined(separator: ",") + "}").utf8)

    key = try SecretStorageKey(suite.randomSecret(count: 32))
    recoveryKey = RecoveryKey.text(for: key).withBytes { Array($0) }
    description = try KeyDescription.content(for: key, with: suite)
    let storage = OpenSecretStorage(new: key, id: "k", keeping: [:])
    secret = try storage.content(
      storing: suite.randomSecret(count: 32), name: "s", keepsOthers: false, with: suite)

    backupKey = try BackupKey(randomWith: suite)
    let authData = try SignedObject(
      parsing: Array("{\"public_key\":\"\(backupKey.publicKey.base64)\"}".utf8)
    ).signed(by: masterKey, of: Self.user, named: masterKey.publicKey.base64, with: suite)
    signedVersion = authData.signedBytes
    version = Array(
      "{\"version\":\"1\",\"algorithm\":\"\(BackupVersion.algorithm)\",\"auth_data\":\(Self.text(authData))}"
        .utf8)
    let session = try OutboundMegolmSession(randomWith: suite)
    sessionID = session.id
    entry = try BackedUpRoomKey(
      room: "!r", exported: session.inbound().exportedForm(from: 0), senderKey: "s", claimedSigningKey: "c",
      with: suite
    ).entry(for: backupKey.publicKey, isVerified: false, with: suite)
  }

  private static func text(_ object: SignedObject) -> String { String(decoding: object.text, as: UTF8.self) }
}

private func check(_ samples: Samples, kind: UInt8, _ make: ([UInt8]) -> [UInt8]) throws {
  let suite = samples.suite
  switch kind {
  case 0:
    guard let root = node(make(samples.answer)), let keys = UserKeys(of: Samples.user, in: root, with: suite)
    else {
      return
    }
    // Nothing that is not signed by these keys can be made valid, and no other key can have been guessed.
    let isGenuine = keys.identity?.master.publicKey == samples.secrets[.master]?.publicKey
    for device in keys.devices.values {
      law(device.object.signedBytes == samples.device.signedBytes, "a changed device was accepted")
    }
    if isGenuine, let selfSigning = keys.identity?.selfSigning {
      law(selfSigning.publicKey == samples.secrets[.selfSigning]?.publicKey, "a self-signing key was swapped")
    }
    law(
      isGenuine || !keys.devices.values.contains { keys.isSigned($0, with: suite) },
      "a stranger signed a device")
  case 1:
    let text = String(decoding: make(samples.recoveryKey), as: UTF8.self)
    guard let content = node(samples.description) else { return }
    let storage = SecretStorage(accountData: [SecretStorage.type(ofKey: "k"): content])
    do {
      let open = try storage.open(text, with: suite)
      law(suite.isEqual(open.key.secret, samples.key.secret), "another key opened secret storage")
    } catch { law(Array(text.utf8) != samples.recoveryKey, "the recovery key was refused") }
  case 2:
    guard let content = node(make(samples.description)) else { return }
    let storage = SecretStorage(accountData: [SecretStorage.type(ofKey: "k"): content])
    do {
      law(try storage.open(samples.key, with: suite).keyID == "k", "another key's description was used")
    } catch {}
  case 3:
    guard let content = node(make(samples.secret)), let description = node(samples.description),
      let original = node(samples.secret)
    else { return }
    let storage = SecretStorage(accountData: [SecretStorage.type(ofKey: "k"): description, "s": content])
    let open = try storage.open(samples.key, with: suite)
    do {
      let secret = try open.secret("s", with: suite)
      // Only the IV is not covered by the MAC.
      let isSame = content["encrypted"]?["k"]?["iv"]?.string == original["encrypted"]?["k"]?["iv"]?.string
      law(
        secret.count == 43 && (!isSame || (try? open.seed("s", with: suite)) != nil), "a secret was changed")
    } catch { law(!"\(error)".isEmpty, "an error has no sentence") }
  case 4:
    guard let root = node(make(samples.version)), let answer = node(samples.answer),
      let identity = UserKeys(of: Samples.user, in: answer, with: suite)?.identity
    else { return }
    do {
      let version = try BackupVersion(root)
      let trust = version.trust(key: nil, identity: identity, devices: [], user: Samples.user, with: suite)
      law(
        trust == .untrusted || version.authData.signedBytes == samples.signedVersion,
        "a changed backup is trusted")
    } catch { law(!"\(error)".isEmpty, "an error has no sentence") }
  case 5:
    guard let root = node(make(samples.entry)) else { return }
    do {
      let key = try BackedUpRoomKey(
        root, room: "!r", sessionID: samples.sessionID, key: samples.backupKey, with: suite)
      law(key.sessionID == samples.sessionID, "a backed up key has another session")
    } catch { law(!"\(error)".isEmpty, "an error has no sentence") }
  default:
    let bytes = make(
      Array("{\"secret\":\"ab\\/c\",\"x\":{\"session_key\":\"d\",\"y\":[\"secret\",\"\"]}}".utf8))
    let plain = node(bytes)
    do {
      let json = try SecretJSON(parsing: bytes, secretsUnder: ["secret", "session_key"])
      law(json.root["secret"]?.kind == plain?["secret"]?.kind || plain == nil, "a member has another kind")
    } catch { law(plain == nil, "valid JSON was refused") }
  }
}

private func node(_ bytes: [UInt8]) -> JSONNode? {
  do { return try JSONDocument(bytes, limits: .answer).root } catch { return nil }
}
