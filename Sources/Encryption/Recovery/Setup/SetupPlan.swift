package import Ciphers
package import CrossSigning

/// The state of the account before the plan.
package struct AccountState {
  /// A fresh answer of `keys/query` about the account.
  package let keys: UserKeys
  package let storage: SecretStorage
  /// Opened secret storage; nil if the account has none, or it was not opened.
  package let openStorage: OpenSecretStorage?
  /// nil if the account has no backup.
  package let backup: BackupVersion?
  package let preference: BackupPreference

  package init(
    keys: UserKeys, storage: SecretStorage, openStorage: OpenSecretStorage?, backup: BackupVersion?,
    preference: BackupPreference
  ) {
    (self.keys, self.storage, self.openStorage) = (keys, storage, openStorage)
    (self.backup, self.preference) = (backup, preference)
  }
}

/// A request of a plan.
package struct SetupStep: Sendable {
  package enum Kind: Hashable, Sendable {
    case describeKey
    case storeSecret(String)
    case chooseDefaultKey
    case publishIdentity
    case signDevice
    case createBackup
    case enableBackup
  }

  package let kind: Kind
  package let request: ServerRequest
  /// Whether it replaces an identity on purpose. If not, read the state of the account again before a password is sent with it:
  /// the server may ask for one because another device was faster.
  package let replacesIdentity: Bool
}

/// The keys and requests, in order, that are missing to sign this device and back up its room keys.
///
/// A plan is made from the state of the server, so after a crash a new plan continues where the old one stopped. A private key is
/// stored before its public key is published. Read the state just before, and perform the plan at once: another device may set up
/// the account while the user writes down a recovery key.
package struct SetupPlan {
  package enum Goal: Hashable, Sendable {
    /// Makes what is missing.
    case complete
    /// Replaces identity, secret storage and backup. Everybody sees a changed identity.
    case reset
  }

  /// The private keys of the published or new identity.
  package let secrets: CrossSigningSecrets
  /// The private key of the present or new backup, if it is known.
  package let backupKey: BackupKey?
  /// The present or new secret storage.
  package let storage: OpenSecretStorage
  package let steps: [SetupStep]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - newKey: a recovery key that the user has confirmed or saved. Needed for a reset and if `EncryptionStatus.next` is
  ///     `.create`.
  package init(
    _ goal: Goal, for device: ThisDevice, in state: AccountState, newKey: NewRecoveryKey? = nil,
    with suite: CipherSuite
  ) throws(RecoveryError) {
    try device.check(listedIn: state.keys)
    let builder = try SetupBuilder(goal, device, state, newKey, suite)
    (secrets, backupKey) = (builder.secrets, builder.backupKey)
    (storage, steps) = (builder.storage, builder.steps)
  }
}
