import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Recovery
import TestSupport
import Testing

@Suite("What to do next")
struct EncryptionStatusTests {
  let suite: CipherSuite
  let server: AccountServer
  let login: Login

  init() throws {
    suite = try .seeded(TestSeed.value)
    server = AccountServer("@ann:a.org", suite)
    login = try Login("PHONE", to: server, suite)
  }

  private func status(
    record: IdentityRecord? = nil, backup: BackupTrust? = nil, hasBackupKey: Bool = false
  ) throws -> EncryptionStatus {
    let keys = try server.keys()
    return EncryptionStatus(
      keys: keys, device: login.device.keys,
      identity: (record ?? keys.identity.map { IdentityRecord(firstSeen: $0.master.publicKey) })?.state
        ?? .absent,
      storage: login.storage,
      backup: backup, preference: BackupPreference(server.accountData[BackupPreference.type]),
      hasBackupKey: hasBackupKey, with: suite)
  }

  @Test("A new account is set up; a second device asks for the recovery key")
  func devices() throws {
    #expect(try status().next == .create)
    let plan = try login.plan()
    for (taken, step) in plan.steps.enumerated() {
      try login.perform([step])
      // From the first request on, the recovery key is needed to go on.
      let signed = try login.isSigned
      #expect(try status().next == (signed ? .createBackup : .enterRecoveryKey), "after \(taken)")
    }
    let done = try status(backup: .ownKey, hasBackupKey: true)
    #expect(done.next == .none && done.isDeviceSigned && done.hasSecretStorage)
    #expect(try status(backup: .signedByIdentity).next == .enterRecoveryKey)
    #expect(try status(backup: .untrusted).next == .checkBackup)
    server.accountData[BackupPreference.type] = try node(#"{"enabled": false}"#)
    #expect(try status(backup: .untrusted).next == .none)
  }

  @Test("A changed identity is an alarm before anything else")
  func changed() throws {
    let plan = try login.plan()
    try login.perform(plan.steps)
    let other = try Ed25519PrivateKey(randomWith: suite).publicKey
    let master = try #require(plan.secrets[.master]).publicKey
    var record = IdentityRecord(firstSeen: other)
    record.observe(own: master)
    #expect(try status(record: record).next == .checkChangedIdentity)
    record.verify(other)
    record.observe(own: master)
    #expect(record.state == .verificationLost)
    #expect(try status(record: record).next == .checkChangedIdentity)
    record.verify(master)
    #expect(try status(record: record, backup: .ownKey, hasBackupKey: true).next == .none)
    server.identity = [:]
    var known = IdentityRecord(firstSeen: master)
    known.observe(own: nil)
    #expect(known.state == .hidden)
    #expect(try status(record: known).next == .checkChangedIdentity)
    record.observe(own: nil)
    #expect(try status(record: record).next == .checkChangedIdentity)
  }

  @Test("Without secret storage an unsigned device needs a reset")
  func lost() throws {
    server.identity = try Person(server.user, suite).secrets.publicObjects(with: suite)
    #expect(try status().next == .reset)
  }
}
