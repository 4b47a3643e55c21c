package import Ciphers
package import JSON

/// The identity of a user: a master key, and the keys it signed.
///
/// The chain is master key → self-signing key → device. The master key itself is verified in person, or pinned at first sight
/// (`IdentityRecord`).
package struct UserIdentity: Sendable {
  package let user: String
  package let master: CrossSigningKey
  /// nil if the master key signed none; then no device counts as signed.
  package let selfSigning: CrossSigningKey?
  /// Servers show it only to its user.
  package let userSigning: CrossSigningKey?
  /// Why the self-signing or the user-signing key was refused.
  package let faults: [CrossSigningError]

  /// Reads the keys and verifies that the master key signed the others.
  package init(
    master: JSONNode, selfSigning: JSONNode?, userSigning: JSONNode?, of user: String, with suite: CipherSuite
  ) throws(CrossSigningError) {
    let masterKey = try CrossSigningKey(master, of: user, usage: .master)
    var faults: [CrossSigningError] = []
    func signedKey(_ node: JSONNode?, _ usage: KeyUsage) -> CrossSigningKey? {
      guard let node else { return nil }
      do throws(CrossSigningError) {
        let key = try CrossSigningKey(node, of: user, usage: usage)
        do throws(SignatureError) {
          try key.object.verify(signatureOf: user, by: masterKey.name, masterKey.publicKey, with: suite)
        } catch { throw .signature(usage, error) }
        return key
      } catch {
        faults.append(error)
        return nil
      }
    }
    (self.user, self.master) = (user, masterKey)
    self.selfSigning = signedKey(selfSigning, .selfSigning)
    self.userSigning = signedKey(userSigning, .userSigning)
    self.faults = faults
  }

  /// Whether the user signed the device.
  package func hasSigned(_ device: DeviceKeys, with suite: CipherSuite) -> Bool {
    guard let selfSigning, device.user.utf8.elementsEqual(user.utf8) else { return false }
    // A device that is named like a key of its user could pass for that key elsewhere.
    guard device.device != master.name, device.device != selfSigning.name else { return false }
    return hasSigned(device.object, by: selfSigning, suite)
  }

  /// Whether this user verified the other one.
  ///
  /// Call this only on our own identity, once it is verified.
  package func hasVerified(_ other: UserIdentity, with suite: CipherSuite) -> Bool {
    guard let userSigning else { return false }
    return hasSigned(other.master.object, by: userSigning, suite)
  }

  private func hasSigned(_ object: SignedObject, by key: CrossSigningKey, _ suite: CipherSuite) -> Bool {
    do throws(SignatureError) {
      try object.verify(signatureOf: user, by: key.name, key.publicKey, with: suite)
      return true
    } catch {
      return false
    }
  }
}
