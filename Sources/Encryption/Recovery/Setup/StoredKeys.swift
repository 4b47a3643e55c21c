import Ciphers
import CrossSigning

/// The private keys in secret storage.
///
/// A missing or damaged key is left out, unless the device cannot be signed without it.
struct StoredKeys {
  /// nil if no identity is published and not all three keys are stored.
  let secrets: CrossSigningSecrets?
  let backupKey: BackupKey?

  /// Reads the keys.
  ///
  /// - Parameter identity: the published identity, to which the keys must belong.
  init(
    in storage: OpenSecretStorage, of user: String, matching identity: UserIdentity?, with suite: CipherSuite
  ) throws(RecoveryError) {
    var (seeds, errors): ([KeyUsage: Secret], [KeyUsage: RecoveryError]) = ([:], [:])
    for usage in KeyUsage.allCases {
      do throws(RecoveryError) {
        let seed = try storage.seed(usage.secretName, with: suite)
        if usage == .userSigning, let identity {
          // A wrong key is left out: only verifications of other people need it.
          _ = try Self.secrets([usage: seed], user, identity, suite)
        }
        seeds[usage] = seed
      } catch { errors[usage] = error }
    }
    if let identity {
      // Without the self-signing key, the device cannot be signed.
      if let error = errors[.selfSigning] { throw error }
      secrets = try Self.secrets(seeds, user, identity, suite)
    } else {
      secrets = errors.isEmpty ? try Self.secrets(seeds, user, nil, suite) : nil
    }
    do {
      backupKey = try BackupKey(storage.seed(BackupVersion.secretName, with: suite), with: suite)
    } catch { backupKey = nil }
  }

  private static func secrets(
    _ seeds: [KeyUsage: Secret], _ user: String, _ identity: UserIdentity?, _ suite: CipherSuite
  ) throws(RecoveryError) -> CrossSigningSecrets {
    do { return try CrossSigningSecrets(seeds, of: user, matching: identity, with: suite) } catch {
      throw .crossSigning(error)
    }
  }
}
