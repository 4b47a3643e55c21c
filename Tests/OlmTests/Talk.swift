import Ciphers
import EncryptionTestSupport
import Olm

/// Two devices with a session, as most tests need them.
struct Talk {
  let suite: CipherSuite
  var alice: Account
  var bob: Account
  var toBob: OlmSession
  var toAlice: OlmSession

  /// Alice begins, and Bob has read her first message.
  init(seed: UInt64 = 1) throws {
    suite = try .seeded(seed)
    alice = try Account(randomWith: suite)
    bob = try Account(randomWith: suite)
    let key = try bob.newOneTimeKey()
    toBob = try alice.makeSession(to: bob.identityKey, oneTimeKey: key)
    let first = try toBob.encrypt("first").first
    toAlice = try bob.makeSession(from: alice.identityKey, first).session
  }

  /// Both sides turn the ratchet once.
  mutating func turn() throws {
    _ = try toBob.decrypt(toAlice.encrypt("turn"))
    _ = try toAlice.decrypt(toBob.encrypt("turn"))
  }
}

extension Account {
  /// Makes a one-time key and publishes it.
  mutating func newOneTimeKey() throws -> X25519PublicKey {
    try makeOneTimeKeys(1)
    let keys = unpublishedOneTimeKeys
    markPublished(keys.keys)
    guard let key = keys.max(by: { $0.key < $1.key })?.value else { throw OlmError.malformed }
    return key
  }

  /// Makes a fallback key and publishes it.
  mutating func newFallbackKey() throws -> X25519PublicKey {
    try makeFallbackKey()
    guard let key = unpublishedFallbackKey else { throw OlmError.malformed }
    markPublished([key.id])
    return key.key
  }
}

extension OlmSession {
  mutating func encrypt(_ text: String) throws(OlmError) -> OlmMessage { try encrypt(Array(text.utf8)) }
}

extension OlmMessage {
  /// The message, which must be the first one of a session.
  var first: PreKeyMessage {
    get throws {
      guard case .preKey(let message) = self else { throw OlmError.malformed }
      return message
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .preKey(let message): message.bytes
    case .normal(let message): message.bytes
    }
  }

  /// The same type with other bytes.
  func with(_ bytes: [UInt8]) throws(OlmError) -> OlmMessage {
    try OlmMessage(type: type, body: Base64.text(bytes))
  }
}

/// A key whose pickles have no random nonce, so that equal states have equal pickles.
func comparingKey() throws -> PickleKey {
  let suite = try CipherSuite { memory in memory.initializeMemory(as: UInt8.self, repeating: 0) }
  return try PickleKey(profileKey: Secret(count: 32) { _ in }, with: suite)
}
