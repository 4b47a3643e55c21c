package import Ciphers

/// Secrets of the account on this device, encrypted under the profile key, so that the recovery key is entered once.
///
/// The MAC does not cover the IV, as in secret storage, so a changed file could turn a key into noise. Compare each key with its
/// public half before use.
package struct SecretCache {
  private let key: SecretStorageKey

  /// - Parameter profileKey: 32 bytes. Other keys are derived from it, one for each name.
  package init(profileKey: Secret) throws(RecoveryError) {
    do { key = try SecretStorageKey(profileKey) } catch { throw .cipher(error) }
  }

  /// The text to store for a secret.
  package func seal(_ secret: Secret, name: String, with suite: CipherSuite) throws(RecoveryError) -> String {
    do {
      let fields = try key.seal(secret, name: Self.prefix + name, with: suite).fields
      return "\(fields.iv).\(fields.ciphertext).\(fields.mac)"
    } catch { throw .cipher(error) }
  }

  /// The secret of a stored text.
  package func open(_ text: String, name: String, with suite: CipherSuite) throws(RecoveryError) -> Secret {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw .secretMalformed(name: name) }
    do throws(CipherError) {
      return try key.open(
        SealedSecret(iv: parts[0], ciphertext: parts[1], mac: parts[2]), name: Self.prefix + name, with: suite
      )
    } catch {
      throw error == .notAuthentic
        ? .secretDamaged(name: name, keyName: "The key of this profile") : .secretMalformed(name: name)
    }
  }

  /// Separates these names from those in secret storage.
  private static let prefix = "inkwell.device."
}
