package import Ciphers

/// A conversation of two devices: the double ratchet of Olm.
///
/// A value: encrypting and decrypting change it, and an error changes nothing. Store it before what was encrypted is sent,
/// because the same key must never encrypt two texts.
package struct OlmSession {
  /// The three public keys that identify a session; the same on both sides.
  struct Keys: Hashable {
    /// The identity key of the side that began.
    let identity: X25519PublicKey
    let base: X25519PublicKey
    /// The one-time or fallback key of the other side.
    let oneTime: X25519PublicKey
  }

  enum Sending {
    /// A chain of this side, which continues until the other side answers.
    case active(X25519PrivateKey, RatchetChain)
    /// The other side stepped the ratchet with this key; encrypting the next message steps it on this side.
    case waiting(X25519PublicKey)
  }

  let suite: CipherSuite
  /// The identity key of the other side.
  package let peer: X25519PublicKey
  let keys: Keys
  /// Whether a message of the other side was decrypted.
  private(set) var hasReceived: Bool
  /// The root key, from which the next step of the Diffie-Hellman ratchet is derived.
  private(set) var root: Secret
  private(set) var sending: Sending
  /// The latest chains of the other side, the newest last.
  private(set) var receiving: [ReceivingChain]

  /// As in vodozemac.
  static let mostReceivingChains = 5

  init(
    _ suite: CipherSuite, peer: X25519PublicKey, keys: Keys, hasReceived: Bool, root: Secret,
    sending: Sending, receiving: [ReceivingChain]
  ) {
    (self.suite, self.peer, self.keys, self.hasReceived) = (suite, peer, keys, hasReceived)
    (self.root, self.sending, self.receiving) = (root, sending, receiving)
  }

  /// Creates the session of the side that begins.
  ///
  /// - Parameter agreed: the three agreements of the keys.
  init(_ suite: CipherSuite, to peer: X25519PublicKey, keys: Keys, agreed: Secret) throws(OlmError) {
    let (root, chain) = try Self.derive(agreed, salt: [UInt8](), info: "OLM_ROOT", suite)
    let ratchetKey = try ciphered(X25519PrivateKey(randomWith: suite))
    self.init(
      suite, peer: peer, keys: keys, hasReceived: false, root: root, sending: .active(ratchetKey, chain),
      receiving: [])
  }

  /// Creates the session of the side that receives the first message, which contains the other side's first ratchet key.
  init(_ suite: CipherSuite, first message: PreKeyMessage, agreed: Secret) throws(OlmError) {
    let (root, chain) = try Self.derive(agreed, salt: [UInt8](), info: "OLM_ROOT", suite)
    let key = message.message.ratchetKey
    self.init(
      suite, peer: message.identityKey, keys: Keys(message), hasReceived: false, root: root,
      sending: .waiting(key), receiving: [ReceivingChain(ratchetKey: key, chain: chain)])
  }

  /// The id of the session, the same on both sides: base64 of a hash of its keys.
  package var id: String { get throws(OlmError) { Base64.text(try idBytes) } }

  var idBytes: [UInt8] {
    get throws(OlmError) {
      try ciphered(suite.sha256(keys.identity, keys.base, keys.oneTime))
    }
  }

  /// Whether a first message belongs to this session. Look for such a session before making one from the message.
  package func matches(_ message: PreKeyMessage) -> Bool { Keys(message) == keys }

  /// Encrypts a text.
  package mutating func encrypt(_ text: some RawBytes) throws(OlmError) -> OlmMessage {
    var session = self
    let message = try session.encryptNext(text)
    self = session
    guard !hasReceived else { return .normal(message) }
    return .preKey(
      PreKeyMessage(oneTimeKey: keys.oneTime, baseKey: keys.base, identityKey: keys.identity, message))
  }

  private mutating func encryptNext(_ text: some RawBytes) throws(OlmError) -> RatchetMessage {
    var (key, chain) = try activeChain()
    let index = chain.index
    let keys = try MessageKeys(chain.next(suite), info: "OLM_KEYS", suite)
    sending = .active(key, chain)
    return try RatchetMessage(ratchetKey: key.publicKey, index: index, text, keys)
  }

  private mutating func activeChain() throws(OlmError) -> (X25519PrivateKey, RatchetChain) {
    switch sending {
    case .active(let key, let chain): return (key, chain)
    case .waiting(let theirs):
      let key = try ciphered(X25519PrivateKey(randomWith: suite))
      return (key, try stepRatchet(key, theirs))
    }
  }

  /// Decrypts a message. The plaintext is a secret, because it can contain a room key.
  package mutating func decrypt(_ message: OlmMessage) throws(OlmError) -> Secret {
    let inner: RatchetMessage
    switch message {
    case .normal(let message): inner = message
    case .preKey(let message):
      guard matches(message) else { throw .otherSession }
      inner = message.message
    }
    // Works on a copy, which replaces the session once the MAC is verified.
    var session = self
    let text = try session.decryptNext(inner)
    self = session
    return text
  }

  private mutating func decryptNext(_ message: RatchetMessage) throws(OlmError) -> Secret {
    let place: Int
    if let known = receiving.lastIndex(where: { $0.ratchetKey == message.ratchetKey }) {
      place = known
    } else {
      guard case .active(let key, _) = sending else { throw .unknownChain }
      let chain = try stepRatchet(key, message.ratchetKey)
      receiving.append(ReceivingChain(ratchetKey: message.ratchetKey, chain: chain))
      if receiving.count > Self.mostReceivingChains { receiving.removeFirst() }
      sending = .waiting(message.ratchetKey)
      place = receiving.count - 1
    }
    let key = try receiving[place].take(message.index, suite)
    let keys = try MessageKeys(key, info: "OLM_KEYS", suite)
    let text = try keys.open(message.ciphertext, mac: message.mac, over: message.covered)
    hasReceived = true
    return text
  }

  /// Steps the Diffie-Hellman ratchet: a new root key, and a new chain.
  private mutating func stepRatchet(
    _ own: X25519PrivateKey, _ theirs: X25519PublicKey
  ) throws(OlmError) -> RatchetChain {
    let agreed = try ciphered(own.agree(with: theirs, using: suite))
    let (root, chain) = try Self.derive(agreed, salt: root, info: "OLM_RATCHET", suite)
    self.root = root
    return chain
  }

  private static func derive(
    _ agreed: Secret, salt: some RawBytes, info: String, _ suite: CipherSuite
  ) throws(OlmError) -> (root: Secret, chain: RatchetChain) {
    let keys = try ciphered(suite.hkdf(64, from: agreed, salt: salt, info: Array(info.utf8)))
    return (keys[0..<32].copy(), RatchetChain(key: keys[32..<64].copy()))
  }
}

extension OlmSession.Keys {
  init(_ message: PreKeyMessage) {
    self.init(identity: message.identityKey, base: message.baseKey, oneTime: message.oneTimeKey)
  }
}
