import Ciphers
import CrossSigning
import Glibc
import JSON
import Olm
import Recovery

/// Sets up, recovers, backs up and resets an account on a real server, over `Tests/Scripts/recovery-live.py`.
///
/// Requests go to stdout, checks to stderr. The exit status is 0 if all checks succeeded.
@main
struct RecoveryProbe {
  static func main() throws {
    let suite = try CipherSuite()
    do {
      let (phone, key) = try createAccount(suite)
      try addDevice(to: phone, recoveryKey: key, suite)
      try backUpKeys(of: phone, recoveryKey: key, suite)
      try resetAccount(phone, oldKey: key, suite)
      try recoverFromOtherClient(suite)
    } catch {
      note("FAILED: \(error)")
      exit(1)
    }
  }

  private static func createAccount(_ suite: CipherSuite) throws -> (SignIn, String) {
    let phone = try SignIn("ann/phone", suite)
    let state = try phone.state()
    try expect(
      state.keys.identity == nil && state.backup == nil && !state.storage.exists, "a new account has nothing")
    let newKey = try NewRecoveryKey(randomWith: suite)
    let plan = try SetupPlan(.complete, for: phone.device, in: state, newKey: newKey, with: suite)
    try expect(try phone.perform(plan) == nil, "all \(plan.steps.count) requests of a setup are taken")
    let key = newKey.text.withBytes { String(decoding: $0, as: UTF8.self) }
    try checkComplete(phone, recoveryKey: key, suite)
    return (phone, key)
  }

  private static func checkComplete(_ login: SignIn, recoveryKey: String, _ suite: CipherSuite) throws {
    let state = try login.state(typed: recoveryKey)
    try expect(state.keys.hasSigned(login.device.keys, with: suite), "\(login.device.keys.device) is signed")
    let again = try SetupPlan(.complete, for: login.device, in: state, with: suite)
    try expect(
      again.steps.isEmpty && again.secrets[.master] != nil && again.backupKey != nil, "nothing is missing")
    let backup = try unwrap(state.backup, "a backup")
    try login.pipe.inspect(recoveryKey: recoveryKey, devices: [login.device.keys.device])
    note("ok the other client finds everything in order")
    try expect(
      backup.trust(key: nil, identity: state.keys.identity, devices: [], user: login.user, with: suite)
        == .signedByIdentity, "the backup is signed by the identity")
    try expect(
      backup.trust(key: nil, identity: nil, devices: [login.device.keys], user: login.user, with: suite)
        == .signedByDevice(login.device.keys.device), "the backup is signed by the device")
  }

  private static func addDevice(to phone: SignIn, recoveryKey: String, _ suite: CipherSuite) throws {
    let clock = ContinuousClock()
    var laptop: SignIn?
    let elapsed = try clock.measure {
      let login = try SignIn("ann/laptop", suite)
      let plan = try SetupPlan(.complete, for: login.device, in: login.state(typed: recoveryKey), with: suite)
      try expect(plan.steps.map(\.kind) == [.signDevice], "a second device needs one request")
      try expect(try login.perform(plan) == nil, "and it is taken")
      laptop = login
    }
    note("measured: sign-in to signed device \(elapsed)")
    let signedIn = try unwrap(laptop, "a second device")
    let bob = try SignIn("bob/phone", suite)
    let seen = try bob.keys(of: phone.user)
    try expect(
      seen.identity?.faults == [] && seen.identity?.userSigning == nil && seen.refused.isEmpty,
      "another user sees the identity without the user-signing key")
    for device in [phone, signedIn] {
      try expect(
        seen.hasSigned(device.device.keys, with: suite), "\(device.device.keys.device) is signed for others")
    }
    let before = try IdentityRecord(firstSeen: unwrap(seen.identity, "identity").master.publicKey)
    try expect(before.state == .known, "the identity is known at first sight")
  }

  private static func backUpKeys(of login: SignIn, recoveryKey: String, _ suite: CipherSuite) throws {
    let version = try unwrap(login.backup(), "a backup")
    let storage = SecretStorage(accountData: try login.accountData())
    let key = try BackupKey(
      storage.open(recoveryKey, with: suite).seed(BackupVersion.secretName, with: suite), with: suite)
    try expect(key.publicKey == version.publicKey, "secret storage has the backup's key")
    var keys: [BackedUpRoomKey] = []
    for number in 0..<1000 {
      let session = try OutboundMegolmSession(randomWith: suite)
      keys.append(
        try BackedUpRoomKey(
          room: "!r\(number % 7)/ä:localhost", exported: session.inbound().exportedForm(from: 0),
          senderKey: "sender",
          claimedSigningKey: nil, with: suite))
    }
    let clock = ContinuousClock()
    var (sealing, sent): (Duration, Double) = (.zero, 0)
    for start in stride(from: 0, to: keys.count, by: ServerRequest.mostBackedUpKeys) {
      var request: ServerRequest?
      sealing += try clock.measure {
        let part = keys[start..<min(keys.count, start + ServerRequest.mostBackedUpKeys)].map { ($0, false) }
        request = try .backUp(part, in: version, with: suite)
      }
      let answer = try login.pipe.perform(try unwrap(request, "a request"))
      sent += answer.milliseconds
      guard answer.status == 200 else {
        throw Failed(check: "keys are taken")
      }
    }
    var (read, got, opening): ([Int], Double, Duration) = ([], 0, .zero)
    for room in Set(keys.map(\.room)) {
      let answer = try login.pipe.perform(.backedUpKeys(room: room, in: version))
      got += answer.milliseconds
      opening += clock.measure {
        read.append(BackedUpRoomKey.keys(in: answer.body, of: room, key: key, with: suite).count)
      }
    }
    try expect(
      read.reduce(0, +) == 1000 && read.allSatisfy { (142...143).contains($0) },
      "1,000 keys of 7 rooms go into the backup and come out")
    note("measured: sealing \(sealing), server put \(sent) ms, get \(got) ms, opening \(opening)")
    let one = try login.pipe.perform(
      .backedUpKey(room: keys[0].room, sessionID: keys[0].sessionID, in: version))
    _ = try BackedUpRoomKey(one.body, room: keys[0].room, sessionID: keys[0].sessionID, key: key, with: suite)
    let missing = try login.pipe.perform(.backedUpKey(room: "!x:localhost", sessionID: "x", in: version))
    try expect(missing.status == 404, "a key that is not there is 404")
  }

  private static func resetAccount(_ phone: SignIn, oldKey: String, _ suite: CipherSuite) throws {
    let oldVersion = try unwrap(phone.backup(), "a backup")
    let bob = try SignIn("bob/laptop", suite)
    var record = IdentityRecord(
      firstSeen: try unwrap(bob.keys(of: phone.user).identity, "identity").master.publicKey)
    let newKey = try NewRecoveryKey(randomWith: suite)
    let reset = try SetupPlan(.reset, for: phone.device, in: phone.state(), newKey: newKey, with: suite)
    try expect(try phone.perform(reset) == .publishIdentity, "a reset without the password is refused")
    try checkComplete(phone, recoveryKey: oldKey, suite)
    try expect(try phone.perform(reset, password: true) == nil, "with the password it is taken")
    let key = newKey.text.withBytes { String(decoding: $0, as: UTF8.self) }
    try checkComplete(phone, recoveryKey: key, suite)
    record.observe(try bob.keys(of: phone.user).identity?.master.publicKey, isVerified: false)
    try expect(record.state == .changed, "another user sees that the identity changed")
    let stale = try BackedUpRoomKey(
      room: "!r:localhost",
      exported: OutboundMegolmSession(randomWith: suite).inbound().exportedForm(from: 0),
      senderKey: "s", claimedSigningKey: nil, with: suite)
    let answer = try phone.pipe.perform(.backUp([(stale, false)], in: oldVersion, with: suite))
    try expect(
      answer.body["errcode"]?.isString("M_WRONG_ROOM_KEYS_VERSION") == true, "the old backup takes no keys")
  }

  private static func recoverFromOtherClient(_ suite: CipherSuite) throws {
    let passphrase = "correct horse, battery stäple"
    var session = try OutboundMegolmSession(randomWith: suite)
    let exported = try session.inbound().exportedForm(from: 0).withBytes {
      String(decoding: $0, as: UTF8.self)
    }
    let theirs = HomeserverPipe(device: "cat/desk")
    _ = try theirs.signIn()
    try theirs.furnish(
      passphrase: passphrase, room: "!r:localhost", sessionID: session.id, sessionKey: exported)
    let login = try SignIn("cat/phone", suite)
    let state = try login.state(typed: " \(passphrase)\n")
    let plan = try SetupPlan(.complete, for: login.device, in: state, with: suite)
    try expect(
      plan.steps.map(\.kind) == [.signDevice, .enableBackup], "another client's account needs a signature")
    try expect(try login.perform(plan) == nil && plan.backupKey != nil, "and its passphrase gives it")
    try expect(try login.keys().hasSigned(login.device.keys, with: suite), "the device is signed")
    let version = try unwrap(login.backup(), "a backup")
    let key = try unwrap(plan.backupKey, "the backup's key")
    let answer = try login.pipe.perform(.backedUpKeys(room: "!r:localhost", in: version)).body
    let read = BackedUpRoomKey.keys(in: answer, of: "!r:localhost", key: key, with: suite)
    var inbound = try InboundMegolmSession(exported: unwrap(read.first, "a key").exported, with: suite)
    let text = try inbound.decrypt(session.encrypt(Array("an old message".utf8)))
    try expect(text == Array("an old message".utf8), "an old message is read by a key of the other client")
    try expect(
      throwsError { _ = try state.storage.open("wrong", with: suite) }, "a wrong passphrase is refused")
  }

  private static func throwsError(_ work: () throws -> Void) -> Bool {
    do {
      try work()
      return false
    } catch { return true }
  }
}

/// Writes a line for the person who runs the script.
func note(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
