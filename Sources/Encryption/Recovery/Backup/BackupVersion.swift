package import Ciphers
package import CrossSigning
package import JSON

/// The key backup of an account as the server describes it: the answer of `room_keys/version`.
package struct BackupVersion: Sendable {
  /// The server's id of the backup.
  package let version: String
  /// The key to which room keys are encrypted.
  package let publicKey: X25519PublicKey
  /// Changes with the content of the backup.
  package let etag: String?
  /// `auth_data` with its signatures.
  package let authData: SignedObject

  static let algorithm = "m.megolm_backup.v1.curve25519-aes-sha2"
  /// The secret that has the private key.
  package static let secretName = "m.megolm_backup.v1"

  /// Reads an answer. Check `trust` before use.
  package init(_ answer: JSONNode) throws(BackupError) {
    guard let version = answer["version"]?.string, let authData = answer["auth_data"] else {
      throw .malformed
    }
    let algorithm = answer["algorithm"]?.string ?? ""
    guard algorithm == Self.algorithm else { throw .unknownAlgorithm(algorithm) }
    guard let key = authData["public_key"]?.string else { throw .malformed }
    do { publicKey = try X25519PublicKey(base64: key) } catch { throw .cipher(error) }
    do { self.authData = try SignedObject(authData) } catch { throw .signature(error) }
    self.version = version
    etag = answer["etag"]?.string
  }

  /// Whether the backup is ours. A server could create one of its own to receive our room keys.
  ///
  /// A valid signature counts even if our private key is of another backup: another device of ours may have made a new one.
  ///
  /// - Parameters:
  ///   - key: the private key that secret storage or this device has.
  ///   - identity: our identity, if it is verified.
  ///   - devices: devices of ours that are signed by the identity, and this one.
  package func trust(
    key: BackupKey?, identity: UserIdentity?, devices: [DeviceKeys], user: String, with suite: CipherSuite
  ) -> BackupTrust {
    if key?.publicKey == publicKey { return .ownKey }
    func isSigned(_ name: String, _ key: Ed25519PublicKey) -> Bool {
      guard authData.hasSignature(of: user, by: name) else { return false }
      do throws(SignatureError) {
        try authData.verify(signatureOf: user, by: name, key, with: suite)
        return true
      } catch { return false }
    }
    if let master = identity?.master, isSigned(master.name, master.publicKey) { return .signedByIdentity }
    for device in devices where isSigned(device.device, device.signingKey) {
      return .signedByDevice(device.device)
    }
    return .untrusted
  }
}

/// Whether a backup is the user's own.
package enum BackupTrust: Hashable, Sendable {
  /// We have its private key.
  case ownKey
  case signedByIdentity
  case signedByDevice(String)
  /// No room keys may go into it.
  case untrusted
}

/// The private key of a backup.
package struct BackupKey {
  let key: X25519PrivateKey

  /// Makes a new key.
  package init(randomWith suite: CipherSuite) throws(BackupError) {
    do { key = try X25519PrivateKey(randomWith: suite) } catch { throw .cipher(error) }
  }

  /// Takes a key from secret storage.
  package init(_ seed: Secret, with suite: CipherSuite) throws(BackupError) {
    do { key = try X25519PrivateKey(seed, with: suite) } catch { throw .cipher(error) }
  }

  /// 32 secret bytes.
  package var seed: Secret { key.secret }
  /// The key to which room keys are encrypted.
  package var publicKey: X25519PublicKey { key.publicKey }
}

/// Whether the user wants a backup: account data `m.key_backup` (MSC4287).
package enum BackupPreference: Hashable, Sendable {
  case unset
  case on
  case off

  package static let type = "m.key_backup"

  /// Reads the content of the account data.
  package init(_ content: JSONNode?) {
    switch content?["enabled"]?.bool {
    case true: self = .on
    case false: self = .off
    default: self = .unset
    }
  }
}
