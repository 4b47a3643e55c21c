import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Recovery
import TestSupport
import Testing

@Suite("Setting up an account")
struct SetupPlanTests {
  let suite: CipherSuite
  let server: AccountServer

  init() throws {
    suite = try .seeded(TestSeed.value)
    server = AccountServer("@ann:a.org", suite)
  }

  /// All stored keys of cross-signing.
  private func seeds(_ storage: OpenSecretStorage) throws -> [KeyUsage: Secret] {
    var seeds: [KeyUsage: Secret] = [:]
    for usage in KeyUsage.allCases { seeds[usage] = try storage.seed(usage.secretName, with: suite) }
    return seeds
  }

  /// Throws unless everything is there and fits together.
  private func checkComplete(_ login: Login, recoveryKey: String) throws {
    #expect(try login.isSigned)
    let open = try login.storage.open(recoveryKey, with: suite)
    #expect(open.keyID == login.storage.defaultKeyID)
    let identity = try server.keys().identity
    let secrets = try CrossSigningSecrets(
      seeds(open), of: server.user, matching: identity, with: suite)
    #expect(secrets[.master] != nil && secrets.seeds.count == 3)
    let backup = try #require(try login.backup())
    let key = try BackupKey(open.seed(BackupVersion.secretName, with: suite), with: suite)
    #expect(key.publicKey == backup.publicKey)
    #expect(
      backup.trust(key: nil, identity: identity, devices: [], user: server.user, with: suite)
        == .signedByIdentity)
    #expect(BackupPreference(server.accountData[BackupPreference.type]) == .on)
  }

  @Test("A new account gets an identity, secret storage and a backup; the device is signed")
  func create() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    #expect(
      plan.steps.map(\.kind) == [
        .describeKey, .storeSecret("m.cross_signing.master"), .storeSecret("m.cross_signing.self_signing"),
        .storeSecret("m.cross_signing.user_signing"), .storeSecret("m.megolm_backup.v1"), .chooseDefaultKey,
        .publishIdentity, .signDevice, .createBackup, .enableBackup,
      ])
    #expect(!plan.steps.contains { $0.replacesIdentity })
    let key = plan.newKeyText
    #expect(try login.perform(plan.steps) == plan.steps.count)
    try checkComplete(login, recoveryKey: key)
    #expect(try login.plan(typed: key).steps.isEmpty)
    // The master key is signed by the device, for clients that know only devices.
    let master = try #require(server.identity[.master])
    try master.verify(signatureOf: server.user, by: "PHONE", login.device.keys.signingKey, with: suite)
  }

  @Test("The secrets are not in any request")
  func confidential() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    let recoveryKey = RecoveryKey.text(for: plan.storage.key)
    let backupSeed = try #require(plan.backupKey).seed
    var secrets = plan.secrets.seeds.values + [backupSeed, plan.storage.key.secret]
    secrets += secrets.map { Base64.encode($0) } + [recoveryKey]
    for request in plan.steps.map(\.request) {
      let body = request.body ?? []
      for secret in secrets { #expect(body.firstRange(of: secret.array) == nil) }
    }
  }

  @Test("A new recovery key is confirmed by typing it, or by saving it to a file that only the user can read")
  func keeping() throws {
    let key = try NewRecoveryKey(randomWith: suite)
    try key.confirm(key.text.utf8, with: suite)
    try key.confirm(key.text.utf8.replacing(" ", with: "-"), with: suite)
    #expect(throws: RecoveryError.nothingTyped) { try key.confirm(" ", with: suite) }
    #expect(throws: RecoveryError.notRecoveryKey(.recoveryKeyLength(47))) {
      try key.confirm(String(key.text.utf8.dropLast()), with: suite)
    }
    let other = RecoveryKey.text(for: try SecretStorageKey(suite.randomSecret(count: 32))).utf8
    #expect(throws: RecoveryError.otherRecoveryKey(keyName: "this account")) {
      try key.confirm(other, with: suite)
    }
    let folder = try ScratchFolder()
    try key.save(to: folder.path("key.txt"))
    #expect(try folder.read("key.txt") == key.text.array + [0x0A] && folder.mode(of: "key.txt") == 0o600)
    for path in ["key.txt", "none/key.txt"] {
      #expect(throws: RecoveryError.self) { try key.save(to: folder.path(path)) }
    }
    #expect(try folder.names == ["key.txt"])
  }

  @Test("A second device is signed by the recovery key alone")
  func secondDevice() throws {
    let phone = try Login("PHONE", to: server, suite)
    let plan = try phone.plan()
    try phone.perform(plan.steps)
    let key = plan.newKeyText
    let laptop = try Login("LAPTOP", to: server, suite)
    #expect(try !laptop.isSigned)
    #expect(throws: RecoveryError.secretStorageClosed) { try laptop.plan() }
    let second = try laptop.plan(typed: key)
    #expect(second.steps.map(\.kind) == [.signDevice] && !second.usesNewKey)
    #expect(second.secrets[.master] != nil && second.backupKey?.publicKey == plan.backupKey?.publicKey)
    try laptop.perform(second.steps)
    try checkComplete(laptop, recoveryKey: key)
    #expect(try phone.isSigned)
  }

  @Test("Interrupted after any request, a setup goes on; a published identity always has its private keys")
  func interrupted() throws {
    let count = 10
    for taken in 0...count {
      let server = AccountServer("@ann:a.org", suite)
      let login = try Login("PHONE", to: server, suite)
      let first = try login.plan()
      #expect(first.steps.count == count)
      try login.perform(first.steps.prefix(taken))
      var key = first.newKeyText
      if let identity = try server.keys().identity {
        let seeds = try seeds(login.storage.open(key, with: suite))
        #expect(
          try CrossSigningSecrets(seeds, of: server.user, matching: identity, with: suite)[.master] != nil)
      }
      // The description is the first request, so before it a new key is made.
      let second = try login.plan(typed: login.storage.exists ? key : nil)
      if second.usesNewKey { key = second.newKeyText }
      #expect(second.usesNewKey == (taken == 0))
      #expect(try login.perform(second.steps) == second.steps.count, "after \(taken)")
      try SetupPlanTests(suite: suite, server: server).checkComplete(login, recoveryKey: key)
      #expect(server.identity.count == 3)
    }
  }

  private init(suite: CipherSuite, server: AccountServer) { (self.suite, self.server) = (suite, server) }

  @Test("A reset needs the password; refused, it leaves everything usable")
  func refusedReset() throws {
    let login = try Login("PHONE", to: server, suite)
    let first = try login.plan()
    try login.perform(first.steps)
    let oldKey = first.newKeyText
    let reset = try login.plan(.reset)
    #expect(reset.steps.filter(\.replacesIdentity).map(\.kind) == [.publishIdentity])
    let taken = try login.perform(reset.steps)
    #expect(reset.steps[taken].kind == .publishIdentity)
    try checkComplete(login, recoveryKey: oldKey)
    #expect(try login.plan(typed: oldKey).steps.isEmpty)
    server.hasPassword = true
    let again = try login.plan(.reset)
    #expect(try login.perform(again.steps) == again.steps.count)
    try checkComplete(login, recoveryKey: again.newKeyText)
    #expect(again.backupKey?.publicKey != first.backupKey?.publicKey)
    #expect(throws: RecoveryError.crossSigning(.otherPrivateKey(.master))) { try login.plan(typed: oldKey) }
  }

  @Test("A refused reset goes on with the password, and its recovery key is good for no other plan")
  func continuedReset() throws {
    let login = try Login("PHONE", to: server, suite)
    try login.perform(login.plan().steps)
    let key = try NewRecoveryKey(randomWith: suite)
    let reset = try SetupPlan(.reset, for: login.device, in: login.state(), newKey: key, with: suite)
    let taken = try login.perform(reset.steps)
    #expect(throws: RecoveryError.newKeyUsed) {
      try SetupPlan(.reset, for: login.device, in: login.state(), newKey: key, with: suite)
    }
    server.hasPassword = true
    #expect(try login.perform(reset.steps[taken...]) == reset.steps.count - taken)
    try checkComplete(login, recoveryKey: key.text.utf8)
  }

  @Test("A reset that ends before it names its key is completed by that key")
  func resumedReset() throws {
    let login = try Login("PHONE", to: server, suite)
    try login.perform(login.plan().steps)
    server.hasPassword = true
    let reset = try login.plan(.reset)
    let publish = try #require(reset.steps.firstIndex { $0.kind == .publishIdentity })
    try login.perform(reset.steps[...publish])
    let resumed = try login.plan(typed: reset.newKeyText)
    // The old backup is still there, and its key is under the old recovery key.
    #expect(resumed.secrets[.master] != nil && resumed.backupKey == nil)
    try login.perform(resumed.steps)
    #expect(try login.isSigned)
  }

  @Test("A reset that is interrupted can be made again", arguments: 0...9)
  func interruptedReset(taken: Int) throws {
    server.hasPassword = true
    let login = try Login("PHONE", to: server, suite)
    try login.perform(login.plan().steps)
    let reset = try login.plan(.reset)
    try login.perform(reset.steps.prefix(taken))
    let again = try login.plan(.reset)
    #expect(try login.perform(again.steps) == again.steps.count)
    try checkComplete(login, recoveryKey: again.newKeyText)
  }

  @Test("Another device that was faster is noticed before anything of it is replaced")
  func race() throws {
    let (phone, laptop) = (try Login("PHONE", to: server, suite), try Login("LAPTOP", to: server, suite))
    let (first, second) = (try phone.plan(), try laptop.plan())
    try phone.perform(first.steps)
    // A plan of the present state.
    #expect(throws: RecoveryError.secretStorageClosed) { try laptop.plan() }
    // The old plan.
    let publish = try #require(second.steps.firstIndex { $0.kind == .publishIdentity })
    #expect(try laptop.perform(second.steps[publish...]) == 0)
    #expect(try server.keys().identity?.master.publicKey == first.secrets[.master]?.publicKey)
  }

  @Test("A server that shows other keys for this device gets no signature")
  func replacedDevice() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    try login.perform(plan.steps)
    let key = plan.newKeyText
    let laptop = try Login("LAPTOP", to: server, suite)
    let ours = server.devices["LAPTOP"]
    _ = try Login("LAPTOP", to: server, suite)
    #expect(throws: RecoveryError.deviceReplaced(device: "LAPTOP")) { try laptop.plan(typed: key) }
    server.devices["LAPTOP"] = nil
    #expect(throws: RecoveryError.deviceNotListed(device: "LAPTOP")) { try laptop.plan(typed: key) }
    server.devices["LAPTOP"] = ours
    #expect(try laptop.plan(typed: key).steps.count == 1)
  }

  @Test("A server that swaps the identity does not get devices signed by the keys of the true one")
  func swappedIdentity() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    try login.perform(plan.steps)
    let key = plan.newKeyText
    let attacker = try Person(server.user, suite)
    let laptop = try Login("LAPTOP", to: server, suite)
    let genuine = server.identity
    server.identity = try attacker.secrets.publicObjects(with: suite)
    #expect(throws: RecoveryError.crossSigning(.otherPrivateKey(.master))) { try laptop.plan(typed: key) }
    // A master key of the attacker that signs the true self-signing key.
    let selfSigning = try #require(genuine[.selfSigning])
    let master = try #require(attacker.secrets[.master])
    server.identity[.selfSigning] = try selfSigning.signed(
      by: master, of: server.user, named: master.publicKey.base64, with: suite)
    #expect(throws: RecoveryError.crossSigning(.otherPrivateKey(.master))) { try laptop.plan(typed: key) }
  }

  @Test("A new secret storage needs a recovery key that the user has")
  func needsKey() throws {
    let login = try Login("PHONE", to: server, suite)
    for goal in [SetupPlan.Goal.complete, .reset] {
      #expect(throws: RecoveryError.newKeyNeeded) {
        try SetupPlan(goal, for: login.device, in: login.state(), with: suite)
      }
    }
    let key = try NewRecoveryKey(randomWith: suite)
    let plan = try SetupPlan(.complete, for: login.device, in: login.state(), newKey: key, with: suite)
    try login.perform(plan.steps)
    try checkComplete(login, recoveryKey: key.text.utf8)
  }

  @Test("Without secret storage a published identity can only be reset")
  func identityOnly() throws {
    server.identity = try Person(server.user, suite).secrets.publicObjects(with: suite)
    let login = try Login("PHONE", to: server, suite)
    #expect(throws: RecoveryError.noSecretStorage) { try login.plan() }
    server.hasPassword = true
    let reset = try login.plan(.reset)
    #expect(try login.perform(reset.steps) == reset.steps.count)
    try checkComplete(login, recoveryKey: reset.newKeyText)
  }

  @Test("A secret without which the device cannot be signed is named; others leave a gap")
  func missingSecrets() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    try login.perform(plan.steps)
    let key = plan.newKeyText
    let stored = server.accountData
    let laptop = try Login("LAPTOP", to: server, suite)
    let damaged = try node(
      #"{"encrypted": {"\#(plan.storage.keyID)": {"iv": "", "ciphertext": "", "mac": ""}}}"#)
    for (content, error) in [
      (try node("{}"), { RecoveryError.secretMissing(name: $0) }),
      (damaged, { RecoveryError.secretMalformed(name: $0) }),
      (
        try node(#"{"encrypted": {"other": {}}}"#),
        { [id = plan.storage.keyID] in
          RecoveryError.secretUnderOtherKey(name: $0, keyName: "recovery key \(id)")
        }
      ),
      // The key of another usage.
      (nil, { RecoveryError.secretDamaged(name: $0, keyName: "recovery key \(plan.storage.keyID)") }),
    ] as [(JSONNode?, (String) -> RecoveryError)] {
      for name in [
        "m.cross_signing.self_signing", "m.cross_signing.master", "m.cross_signing.user_signing",
        "m.megolm_backup.v1",
      ] {
        server.accountData = stored
        let other = name == "m.megolm_backup.v1" ? "m.cross_signing.master" : "m.megolm_backup.v1"
        server.accountData[name] = content ?? stored[other]
        guard name != "m.cross_signing.self_signing" else {
          #expect(throws: error(name)) { try laptop.plan(typed: key) }
          continue
        }
        let second = try laptop.plan(typed: key)
        #expect(second.steps.map(\.kind) == [.signDevice])
        #expect((second.secrets[.master] == nil) == (name == "m.cross_signing.master"))
        #expect((second.secrets[.userSigning] == nil) == (name == "m.cross_signing.user_signing"))
        #expect((second.backupKey == nil) == (name == "m.megolm_backup.v1"))
      }
    }
  }

  @Test("A user-signing key of another identity is left out")
  func otherUserSigning() throws {
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    try login.perform(plan.steps)
    server.identity[.userSigning] = nil
    let second = try login.plan(typed: plan.newKeyText)
    #expect(second.secrets[.userSigning] == nil && second.secrets[.master] != nil)
  }

  @Test("An identity that is not readable is not mistaken for none")
  func unreadable() throws {
    let login = try Login("PHONE", to: server, suite)
    server.identity[.master] = try SignedObject(parsing: Array("{}".utf8))
    #expect(throws: RecoveryError.crossSigning(.otherUser(.master))) { try login.plan() }
    server.hasPassword = true
    let reset = try login.plan(.reset)
    #expect(try login.perform(reset.steps) == reset.steps.count)
    try checkComplete(login, recoveryKey: reset.newKeyText)
  }

  @Test("A person who wants no backup gets none, and one whose key is lost is not replaced")
  func backups() throws {
    server.accountData[BackupPreference.type] = try node(#"{"enabled": false}"#)
    let login = try Login("PHONE", to: server, suite)
    let plan = try login.plan()
    #expect(
      !plan.steps.contains { [.createBackup, .enableBackup].contains($0.kind) } && plan.backupKey == nil)
    try login.perform(plan.steps)
    let key = plan.newKeyText
    #expect(try login.plan(typed: key).steps.isEmpty)
    server.accountData[BackupPreference.type] = nil
    let later = try login.plan(typed: key)
    #expect(later.steps.map(\.kind) == [.storeSecret("m.megolm_backup.v1"), .createBackup, .enableBackup])
    try login.perform(later.steps)
    try checkComplete(login, recoveryKey: key)
    server.accountData["m.megolm_backup.v1"] = nil
    let lost = try login.plan(typed: key)
    #expect(lost.backupKey == nil && lost.steps.isEmpty)
    // A backup of another person.
    let stranger = try BackupKey(randomWith: suite)
    server.replaceBackup(
      try node(
        #"{"algorithm": "m.megolm_backup.v1.curve25519-aes-sha2", "auth_data": {"public_key": "\#(stranger.publicKey.base64)"}}"#
      ))
    let other = try login.plan(typed: key)
    #expect(other.backupKey == nil && other.steps.isEmpty)
    server.accountData[BackupPreference.type] = try node(#"{"enabled": false}"#)
    #expect(try login.plan(typed: key).steps.isEmpty)
  }
}
