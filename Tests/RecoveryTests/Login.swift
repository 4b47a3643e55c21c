import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Recovery

/// A device that has just signed in to an account.
struct Login {
  let server: AccountServer
  let suite: CipherSuite
  let device: ThisDevice

  /// Uploads the keys of a new device.
  init(_ name: String, to server: AccountServer, _ suite: CipherSuite) throws {
    (self.server, self.suite) = (server, suite)
    let signing = try Ed25519PrivateKey(randomWith: suite)
    let object = try DeviceKeys.unsigned(
      user: server.user, device: name, identityKey: X25519PrivateKey(randomWith: suite).publicKey,
      signingKey: signing.publicKey
    ).signed(by: signing, of: server.user, named: name, with: suite)
    server.devices[name] = object
    let keys = try DeviceKeys(object.node, of: server.user, with: suite)
    device = ThisDevice(keys) { object throws(RecoveryError) in
      do throws(SignatureError) {
        return try object.signed(by: signing, of: keys.user, named: keys.device, with: suite)
      } catch { throw .signature(error) }
    }
  }

  var storage: SecretStorage { SecretStorage(accountData: server.accountData) }

  func backup() throws -> BackupVersion? {
    let (status, answer) = try server.perform(.backupVersion)
    return status == 200 ? try BackupVersion(answer) : nil
  }

  /// The state of the account, with secret storage opened by a text.
  func state(typed: String? = nil) throws -> AccountState {
    try state(open: typed.map { try storage.open($0, with: suite) })
  }

  func state(open: OpenSecretStorage?) throws -> AccountState {
    AccountState(
      keys: try server.keys(), storage: storage, openStorage: open, backup: try backup(),
      preference: BackupPreference(server.accountData[BackupPreference.type]))
  }

  /// A recovery key as a person types it.
  static func typed(_ key: NewRecoveryKey) -> String { key.text.utf8 }

  func plan(_ goal: SetupPlan.Goal = .complete, typed: String? = nil) throws -> SetupPlan {
    try SetupPlan(
      goal, for: device, in: state(typed: typed), newKey: NewRecoveryKey(randomWith: suite), with: suite)
  }

  /// Performs steps.
  ///
  /// - Returns: the number of steps that were taken before one was refused.
  @discardableResult
  func perform(_ steps: some Sequence<SetupStep>) throws -> Int {
    var taken = 0
    for step in steps {
      let (status, answer) = try server.perform(step.request)
      guard status == 200, ServerRequest.signatureFailures(in: answer, of: server.user).isEmpty else {
        return taken
      }
      taken += 1
    }
    return taken
  }

  var isSigned: Bool {
    get throws { try server.keys().hasSigned(device.keys, with: suite) }
  }
}

extension SetupPlan {
  /// The recovery key of its secret storage, as a person would type it.
  var newKeyText: String { RecoveryKey.text(for: storage.key).utf8 }
  /// Whether its secret storage is a new one.
  var usesNewKey: Bool { steps.contains { $0.kind == .describeKey } }
}
