package import Ciphers
package import CrossSigning

/// The state of this device in its account, and what to do next: the content of `/encryption`.
package struct EncryptionStatus: Hashable, Sendable {
  package enum Next: Hashable, Sendable {
    /// The account has nothing: make an identity, secret storage and a backup.
    case create
    /// Enter the recovery key or passphrase.
    case enterRecoveryKey
    /// The private keys are lost. Make a new identity.
    case reset
    /// Our identity is not the one this device knows. Find out who changed it, then enter the recovery key or sign in again.
    case checkChangedIdentity
    /// Only the backup is missing.
    case createBackup
    /// The backup is not proven to be ours, so it gets no keys.
    case checkBackup
    /// Nothing to do.
    case none
  }

  package let isDeviceSigned: Bool
  package let hasSecretStorage: Bool
  /// nil if there is no backup.
  package let backup: BackupTrust?
  package let preference: BackupPreference
  package let next: Next

  /// - Parameters:
  ///   - keys: the newest answer of `keys/query` about the account.
  ///   - identity: what is remembered of our identity.
  ///   - backup: the backup's trust; nil if there is no backup.
  ///   - hasBackupKey: whether the private key of the backup is on this device.
  package init(
    keys: UserKeys, device: DeviceKeys, identity: IdentityState, storage: SecretStorage,
    backup: BackupTrust?, preference: BackupPreference, hasBackupKey: Bool, with suite: CipherSuite
  ) {
    isDeviceSigned = keys.hasSigned(device, with: suite)
    hasSecretStorage = storage.exists
    (self.backup, self.preference) = (backup, preference)
    next = Self.next(
      hasIdentity: keys.identity != nil, identity, isDeviceSigned: isDeviceSigned,
      hasStorage: hasSecretStorage, backup, preference, hasBackupKey: hasBackupKey)
  }

  private static func next(
    hasIdentity: Bool, _ identity: IdentityState, isDeviceSigned: Bool, hasStorage: Bool,
    _ backup: BackupTrust?, _ preference: BackupPreference, hasBackupKey: Bool
  ) -> Next {
    switch identity {
    case .changed, .verificationLost, .hidden: return .checkChangedIdentity
    case .absent, .known, .verified: break
    }
    // Secret storage without an identity is left by an interrupted setup.
    guard hasIdentity else { return hasStorage ? .enterRecoveryKey : .create }
    guard isDeviceSigned else { return hasStorage ? .enterRecoveryKey : .reset }
    guard preference != .off else { return .none }
    switch backup {
    case nil: return hasStorage ? .createBackup : .none
    case .untrusted: return .checkBackup
    case .ownKey, .signedByIdentity, .signedByDevice:
      return hasBackupKey || !hasStorage ? .none : .enterRecoveryKey
    }
  }
}
