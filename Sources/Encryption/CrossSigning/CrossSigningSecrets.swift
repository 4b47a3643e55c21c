package import Ciphers

/// The private cross-signing keys of our own account, or some of them.
package struct CrossSigningSecrets {
  package let user: String
  private let keys: [KeyUsage: Ed25519PrivateKey]

  /// Makes a new identity.
  package init(randomFor user: String, with suite: CipherSuite) throws(CrossSigningError) {
    self.user = user
    var keys: [KeyUsage: Ed25519PrivateKey] = [:]
    for usage in KeyUsage.allCases {
      do { keys[usage] = try Ed25519PrivateKey(randomWith: suite) } catch { throw .cipher(error) }
    }
    self.keys = keys
  }

  /// Takes private keys, for example from secret storage.
  ///
  /// - Parameters:
  ///   - seeds: 32 bytes for each key.
  ///   - identity: the published identity of the account; nil before one is published. Keys of another identity are
  ///     refused, because other devices do not accept their signatures.
  package init(
    _ seeds: [KeyUsage: Secret], of user: String, matching identity: UserIdentity?, with suite: CipherSuite
  ) throws(CrossSigningError) {
    self.user = user
    var keys: [KeyUsage: Ed25519PrivateKey] = [:]
    for usage in KeyUsage.allCases {
      guard let seed = seeds[usage] else { continue }
      let key: Ed25519PrivateKey
      do { key = try Ed25519PrivateKey(seed, with: suite) } catch { throw .cipher(error) }
      if let identity {
        guard key.publicKey == identity.key(usage)?.publicKey else { throw .otherPrivateKey(usage) }
      }
      keys[usage] = key
    }
    self.keys = keys
  }

  /// The private key for a usage.
  package subscript(usage: KeyUsage) -> Ed25519PrivateKey? { keys[usage] }

  /// The 32 secret bytes of each key.
  package var seeds: [KeyUsage: Secret] { keys.mapValues(\.secret) }

  private func key(_ usage: KeyUsage) throws(CrossSigningError) -> Ed25519PrivateKey {
    guard let key = keys[usage] else { throw .privateKeyMissing(usage) }
    return key
  }

  private func sign(
    _ object: SignedObject, _ usage: KeyUsage, _ suite: CipherSuite
  ) throws(CrossSigningError) -> SignedObject {
    let key = try key(usage)
    do {
      return try object.signed(by: key, of: user, named: key.publicKey.base64, with: suite)
    } catch { throw .signature(usage, error) }
  }

  // MARK: What is signed

  /// The public keys to publish; the master key has signed the other two.
  package func publicObjects(with suite: CipherSuite) throws(CrossSigningError) -> [KeyUsage: SignedObject] {
    var objects: [KeyUsage: SignedObject] = [:]
    for usage in KeyUsage.allCases {
      let publicKey = try key(usage).publicKey
      let object: SignedObject
      do {
        object = try CrossSigningKey.unsigned(publicKey, of: user, usage: usage)
      } catch { throw .signature(usage, error) }
      objects[usage] = usage == .master ? object : try sign(object, .master, suite)
    }
    return objects
  }

  /// A device of our own, signed by the self-signing key.
  ///
  /// The caller must have verified that the device is its own.
  package func signed(_ device: DeviceKeys, with suite: CipherSuite) throws(CrossSigningError) -> SignedObject
  {
    guard device.user.utf8.elementsEqual(user.utf8) else { throw .otherUser(.selfSigning) }
    return try sign(device.object, .selfSigning, suite)
  }

  /// The master key of a verified person, signed by the user-signing key.
  package func signed(_ other: UserIdentity, with suite: CipherSuite) throws(CrossSigningError)
    -> SignedObject
  {
    try sign(other.master.object, .userSigning, suite)
  }
}

extension UserIdentity {
  /// The public key for a usage.
  package func key(_ usage: KeyUsage) -> CrossSigningKey? {
    switch usage {
    case .master: master
    case .selfSigning: selfSigning
    case .userSigning: userSigning
    }
  }
}
