package import Ciphers

/// The keys of this device, and the sessions that they make.
///
/// A value: an error changes nothing. Store it before its keys are uploaded or a message that it opened is acknowledged.
package struct Account {
  /// A key for one session, or the fallback key for when all of these are used up.
  struct OneTimeKey {
    let id: KeyID
    let key: X25519PrivateKey
    var isPublished = false
  }

  /// A fallback key stays after its use, so the sessions made with it are recorded: a repeated first message would otherwise be
  /// accepted.
  struct FallbackKey {
    var key: OneTimeKey
    /// Hashes of the keys of each session.
    var sessions: Set<[UInt8]> = []
  }

  let suite: CipherSuite
  let identity: X25519PrivateKey
  let signing: Ed25519PrivateKey
  /// The oldest first.
  private(set) var oneTimeKeys: [OneTimeKey] = []
  private(set) var fallbackKey: FallbackKey?
  /// First messages made with it may still be in flight.
  private(set) var formerFallbackKey: FallbackKey?
  /// The server never takes another key under an id it has seen, so this only grows.
  private(set) var nextID: UInt64 = 0

  /// The maximum number of stored one-time keys; the oldest are dropped first.
  package static let mostOneTimeKeys = 100
  /// The maximum number of sessions with one fallback key.
  static let mostFallbackSessions = 1000

  /// Makes new identity keys.
  package init(randomWith suite: CipherSuite) throws(OlmError) {
    self.suite = suite
    signing = try ciphered(Ed25519PrivateKey(randomWith: suite))
    identity = try ciphered(X25519PrivateKey(randomWith: suite))
  }

  init(
    _ suite: CipherSuite, identity: X25519PrivateKey, signing: Ed25519PrivateKey, oneTimeKeys: [OneTimeKey],
    fallbackKey: FallbackKey?, formerFallbackKey: FallbackKey?, nextID: UInt64
  ) {
    (self.suite, self.identity, self.signing, self.oneTimeKeys) = (suite, identity, signing, oneTimeKeys)
    (self.fallbackKey, self.formerFallbackKey, self.nextID) = (fallbackKey, formerFallbackKey, nextID)
  }

  // MARK: Identity

  /// The key by which others encrypt to this device: `curve25519`.
  package var identityKey: X25519PublicKey { identity.publicKey }
  /// The key by which others check its signatures: `ed25519`.
  package var signingKey: Ed25519PublicKey { signing.publicKey }

  /// The signature of a text, 64 bytes.
  package func sign(_ text: some RawBytes) throws(OlmError) -> [UInt8] {
    try ciphered(signing.sign(text, using: suite))
  }

  // MARK: One-time and fallback keys

  /// The number of one-time keys whose private half is stored.
  package var oneTimeKeyCount: Int { oneTimeKeys.count }

  /// Makes one-time keys. Of more than `mostOneTimeKeys` the oldest are dropped.
  package mutating func makeOneTimeKeys(_ count: Int) throws(OlmError) {
    var made = self
    for _ in 0..<min(count, Self.mostOneTimeKeys) { made.oneTimeKeys.append(try made.makeKey()) }
    made.oneTimeKeys.removeFirst(max(0, made.oneTimeKeys.count - Self.mostOneTimeKeys))
    self = made
  }

  /// Makes a fallback key. The previous one is kept, and its predecessor is dropped.
  package mutating func makeFallbackKey() throws(OlmError) {
    var made = self
    made.formerFallbackKey = fallbackKey
    made.fallbackKey = FallbackKey(key: try made.makeKey())
    self = made
  }

  /// Drops the fallback key before the present one, once no message made with it can be in flight.
  package mutating func forgetFormerFallbackKey() { formerFallbackKey = nil }

  /// The one-time keys that were never uploaded.
  package var unpublishedOneTimeKeys: [KeyID: X25519PublicKey] {
    Dictionary(uniqueKeysWithValues: oneTimeKeys.filter { !$0.isPublished }.map { ($0.id, $0.key.publicKey) })
  }

  /// The fallback key, if it was never uploaded.
  package var unpublishedFallbackKey: (id: KeyID, key: X25519PublicKey)? {
    guard let key = fallbackKey?.key, !key.isPublished else { return nil }
    return (key.id, key.key.publicKey)
  }

  /// Notes that the server has these keys. Others may have been made while it answered.
  package mutating func markPublished(_ ids: some Collection<KeyID>) {
    for index in oneTimeKeys.indices where ids.contains(oneTimeKeys[index].id) {
      oneTimeKeys[index].isPublished = true
    }
    if let id = fallbackKey?.key.id, ids.contains(id) { fallbackKey?.key.isPublished = true }
  }

  /// Drops all one-time and fallback keys and skips ids, for an account that was restored to an older state: keys that were used
  /// since would accept their first messages again, and the server may know other keys under the next ids.
  package mutating func dropKeys() {
    (oneTimeKeys, fallbackKey, formerFallbackKey) = ([], nil, nil)
    nextID += 1 << 32
  }

  private mutating func makeKey() throws(OlmError) -> OneTimeKey {
    let key = try ciphered(X25519PrivateKey(randomWith: suite))
    defer { nextID += 1 }
    return OneTimeKey(id: KeyID(number: nextID), key: key)
  }

  // MARK: Sessions

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - identityKey: the other device's identity key.
  ///   - oneTimeKey: a one-time key that was claimed from it. Its signature must have been checked.
  package func makeSession(
    to identityKey: X25519PublicKey, oneTimeKey: X25519PublicKey
  ) throws(OlmError) -> OlmSession {
    let base = try ciphered(X25519PrivateKey(randomWith: suite))
    let agreed = try ciphered(
      Secret(joining: [
        try identity.agree(with: oneTimeKey, using: suite), try base.agree(with: identityKey, using: suite),
        try base.agree(with: oneTimeKey, using: suite),
      ]))
    let keys = OlmSession.Keys(identity: self.identityKey, base: base.publicKey, oneTime: oneTimeKey)
    return try OlmSession(suite, to: identityKey, keys: keys, agreed: agreed)
  }

  /// Makes the session that a first message begins, and decrypts the message. This uses up the one-time key.
  ///
  /// First look for a session that `matches` the message.
  ///
  /// - Parameter sender: the identity key of the device that sent the message.
  package mutating func makeSession(
    from sender: X25519PublicKey, _ message: PreKeyMessage
  ) throws(OlmError) -> (session: OlmSession, text: Secret) {
    guard message.identityKey == sender else { throw .wrongIdentity }
    var account = self
    let own = try account.takeKey(for: message)
    let agreed = try ciphered(
      Secret(joining: [
        try own.agree(with: message.identityKey, using: suite),
        try identity.agree(with: message.baseKey, using: suite),
        try own.agree(with: message.baseKey, using: suite),
      ]))
    var session = try OlmSession(suite, first: message, agreed: agreed)
    let text = try session.decrypt(.preKey(message))
    self = account
    return (session, text)
  }

  /// The private key of a first message: a one-time key is removed, a fallback key records the session.
  private mutating func takeKey(for message: PreKeyMessage) throws(OlmError) -> X25519PrivateKey {
    if let index = oneTimeKeys.firstIndex(where: { $0.key.publicKey == message.oneTimeKey }) {
      return oneTimeKeys.remove(at: index).key
    }
    let path: WritableKeyPath<Account, FallbackKey?>
    if fallbackKey?.key.key.publicKey == message.oneTimeKey {
      path = \.fallbackKey
    } else {
      path = \.formerFallbackKey
    }
    guard var fallback = self[keyPath: path], fallback.key.key.publicKey == message.oneTimeKey else {
      throw .unknownOneTimeKey
    }
    let session = try ciphered(suite.sha256(message.identityKey, message.baseKey, message.oneTimeKey))
    guard !fallback.sessions.contains(session) else { throw .replayed }
    // If a session were dropped, its first message would be accepted again.
    guard fallback.sessions.count < Self.mostFallbackSessions else { throw .fallbackKeyWornOut }
    fallback.sessions.insert(session)
    self[keyPath: path] = fallback
    return fallback.key.key
  }
}

/// The id of a one-time or fallback key, by which the server tells them apart.
package struct KeyID: Hashable, Comparable, Sendable {
  let number: UInt64

  /// The number in 8 bytes, base64, as vodozemac writes it. To others it is opaque.
  package var text: String { Base64.text(withUnsafeBytes(of: number.bigEndian) { Array($0) }) }

  package static func < (left: KeyID, right: KeyID) -> Bool { left.number < right.number }
}
