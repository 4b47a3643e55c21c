import Ciphers
import CrossSigning

/// The private keys in secret storage.
///
/// A missing or damaged key is a gap, unless the device cannot be signed without it.
struct StoredKeys {
  /// nil if no identity is published and not all three keys are stored.
  let secrets: CrossSigningSecrets?
  let backupKey: BackupKey?
  let gaps: [SetupPlan.Gap]

  /// Nothing, for a new secret storage.
  static var none: StoredKeys { StoredKeys(secrets: nil, backupKey: nil, gaps: []) }

  private init(secrets: CrossSigningSecrets?, backupKey: BackupKey?, gaps: [SetupPlan.Gap]) {
    (self.secrets, self.backupKey, self.gaps) = (secrets, backupKey, gaps)
  }

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
          // Only verifications of other people need it.
          _ = try Self.secrets([usage: seed], user, identity, suite)
        }
        seeds[usage] = seed
      } catch { errors[usage] = error }
    }
    var gaps: [SetupPlan.Gap] = []
    if let identity {
      // Without it the device cannot be signed.
      if let error = errors[.selfSigning] { throw error }
      secrets = try Self.secrets(seeds, user, identity, suite)
      gaps = KeyUsage.allCases.compactMap { errors[$0].map { .secret($0) } }
    } else {
      secrets = errors.isEmpty ? try Self.secrets(seeds, user, nil, suite) : nil
    }
    do throws(RecoveryError) {
      let seed = try storage.seed(BackupVersion.secretName, with: suite)
      do { backupKey = try BackupKey(seed, with: suite) } catch {
        throw .secretUnusable(name: BackupVersion.secretName)
      }
    } catch {
      backupKey = nil
      if error != .secretMissing(name: BackupVersion.secretName) { gaps.append(.secret(error)) }
    }
    self.gaps = gaps
  }

  private static func secrets(
    _ seeds: [KeyUsage: Secret], _ user: String, _ identity: UserIdentity?, _ suite: CipherSuite
  ) throws(RecoveryError) -> CrossSigningSecrets {
    do { return try CrossSigningSecrets(seeds, of: user, matching: identity, with: suite) } catch {
      throw .crossSigning(error)
    }
  }
}
