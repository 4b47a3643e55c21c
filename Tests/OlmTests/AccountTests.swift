import Ciphers
import EncryptionTestSupport
import Olm
import Testing

@Suite("Account")
struct AccountTests {
  let suite: CipherSuite

  init() throws { suite = try .seeded(5) }

  @Test("Each key has the next number, also after storing")
  func ids() throws {
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(3)
    #expect(
      account.unpublishedOneTimeKeys.keys.map(\.text).sorted() == [
        "AAAAAAAAAAA", "AAAAAAAAAAE", "AAAAAAAAAAI",
      ])
    try account.makeFallbackKey()
    #expect(account.unpublishedFallbackKey?.id.text == "AAAAAAAAAAM")
    account.markPublished(account.unpublishedOneTimeKeys.keys)
    let key = try comparingKey()
    account = try Account(pickle: account.pickle(with: key), key: key, with: suite)
    try account.makeOneTimeKeys(1)
    #expect(account.unpublishedOneTimeKeys.keys.map(\.text) == ["AAAAAAAAAAQ"])
  }

  @Test("Of more than 100 one-time keys the oldest are dropped")
  func mostKeys() throws {
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(1000)
    #expect(account.oneTimeKeyCount == 100)
    let old = account.unpublishedOneTimeKeys
    try account.makeOneTimeKeys(1)
    let new = account.unpublishedOneTimeKeys
    #expect(account.oneTimeKeyCount == 100 && new.count == 100)
    let dropped = try #require(old.min { $0.key < $1.key })
    #expect(new[dropped.key] == nil && Set(old.keys).subtracting(new.keys).count == 1)
    // Its first message cannot be read any more.
    let other = try Account(randomWith: suite)
    var session = try other.makeSession(to: account.identityKey, oneTimeKey: dropped.value)
    let message = try session.encrypt("late").first
    #expect(throws: OlmError.unknownOneTimeKey) { try account.makeSession(from: other.identityKey, message) }
    try account.makeOneTimeKeys(0)
    #expect(account.oneTimeKeyCount == 100)
  }

  @Test("Only the keys that were uploaded are published")
  func publishing() throws {
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(2)
    let uploaded = account.unpublishedOneTimeKeys.keys
    try account.makeOneTimeKeys(1)
    try account.makeFallbackKey()
    account.markPublished(uploaded)
    #expect(account.unpublishedOneTimeKeys.count == 1 && account.unpublishedFallbackKey != nil)
    account.markPublished(try [#require(account.unpublishedFallbackKey).id])
    #expect(account.unpublishedFallbackKey == nil)
  }

  @Test("A one-time key opens one session")
  func oneTime() throws {
    var (alice, bob) = (try Account(randomWith: suite), try Account(randomWith: suite))
    let key = try bob.newOneTimeKey()
    var session = try alice.makeSession(to: bob.identityKey, oneTimeKey: key)
    let message = try session.encrypt("first").first
    let made = try bob.makeSession(from: alice.identityKey, message)
    #expect(try made.text.utf8 == "first" && made.session.id == session.id)
    #expect(made.session.peer == alice.identityKey && session.peer == bob.identityKey)
    #expect(bob.oneTimeKeyCount == 0 && made.session.matches(message))
    #expect(throws: OlmError.unknownOneTimeKey) { try bob.makeSession(from: alice.identityKey, message) }
    // Another first message of the same session is for the session.
    guard case .preKey(let second) = try session.encrypt("second") else { throw OlmError.malformed }
    #expect(made.session.matches(second))
    alice = try Account(randomWith: suite)
    #expect(throws: OlmError.wrongIdentity) { try bob.makeSession(from: alice.identityKey, second) }
  }

  @Test("A damaged first message uses no key up")
  func damaged() throws {
    var (alice, bob) = (try Account(randomWith: suite), try Account(randomWith: suite))
    let key = try comparingKey()
    for published in [try bob.newOneTimeKey(), try bob.newFallbackKey()] {
      var session = try alice.makeSession(to: bob.identityKey, oneTimeKey: published)
      let message = try session.encrypt("first")
      var bytes = message.bytes
      bytes[bytes.count - 1] ^= 1
      let before = try bob.pickle(with: key)
      let changed = try message.with(bytes).first
      #expect(throws: OlmError.wrongMAC) { try bob.makeSession(from: alice.identityKey, changed) }
      #expect(try bob.pickle(with: key) == before)
      #expect(try bob.makeSession(from: alice.identityKey, message.first).text.utf8 == "first")
    }
    // Alice is only there to keep her keys.
    #expect(alice.oneTimeKeyCount == 0)
    try alice.makeOneTimeKeys(1)
  }

  @Test("A fallback key opens many sessions, each once, also after storing")
  func fallback() throws {
    let alice = try Account(randomWith: suite)
    var bob = try Account(randomWith: suite)
    let (published, key) = (try bob.newFallbackKey(), try comparingKey())
    for index in 0..<4 {
      // The key before the present one counts the same.
      if index == 2 { _ = try bob.newFallbackKey() }
      var session = try alice.makeSession(to: bob.identityKey, oneTimeKey: published)
      let message = try session.encrypt("first").first
      #expect(try bob.makeSession(from: alice.identityKey, message).text.utf8 == "first")
      bob = try Account(pickle: bob.pickle(with: key), key: key, with: suite)
      #expect(throws: OlmError.replayed) { try bob.makeSession(from: alice.identityKey, message) }
    }
    var session = try alice.makeSession(to: bob.identityKey, oneTimeKey: published)
    let late = try session.encrypt("late").first
    var other = bob
    other.forgetFormerFallbackKey()
    #expect(throws: OlmError.unknownOneTimeKey) { try other.makeSession(from: alice.identityKey, late) }
    _ = try bob.newFallbackKey()
    #expect(throws: OlmError.unknownOneTimeKey) { try bob.makeSession(from: alice.identityKey, late) }
  }

  @Test("A fallback key for a thousand sessions takes no more, and the next one does")
  func wornOut() throws {
    let alice = try Account(randomWith: suite)
    var bob = try Account(randomWith: suite)
    let published = try bob.newFallbackKey()
    func first(_ key: X25519PublicKey) throws -> PreKeyMessage {
      var session = try alice.makeSession(to: bob.identityKey, oneTimeKey: key)
      return try session.encrypt("").first
    }
    for _ in 0..<1000 { _ = try bob.makeSession(from: alice.identityKey, first(published)) }
    let late = try first(published)
    #expect(throws: OlmError.fallbackKeyWornOut) { try bob.makeSession(from: alice.identityKey, late) }
    let key = try comparingKey()
    bob = try Account(pickle: bob.pickle(with: key), key: key, with: suite)
    #expect(throws: OlmError.fallbackKeyWornOut) { try bob.makeSession(from: alice.identityKey, late) }
    let next = try bob.newFallbackKey()
    _ = try bob.makeSession(from: alice.identityKey, first(next))
  }

  @Test("A signature of an account is one by its key")
  func signature() throws {
    let account = try Account(randomWith: suite)
    try account.signingKey.verify(account.sign(Array("text".utf8)), of: Array("text".utf8), using: suite)
  }

  /// Nothing here is Sendable, and needs not be: the compiler keeps the secrets on the actor that owns them.
  private actor Device {
    private let suite: CipherSuite
    private var account: Account
    private var session: OlmSession?

    init(seed: UInt64) throws {
      suite = try .seeded(seed)
      account = try Account(randomWith: suite)
    }

    func newKeys() throws -> (identity: X25519PublicKey, oneTime: X25519PublicKey) {
      (account.identityKey, try account.newOneTimeKey())
    }

    func write(_ text: String, to identity: X25519PublicKey, _ oneTime: X25519PublicKey) throws -> OlmMessage
    {
      var session = try account.makeSession(to: identity, oneTimeKey: oneTime)
      defer { self.session = session }
      return try session.encrypt(text)
    }

    func read(_ message: OlmMessage, from sender: X25519PublicKey) throws -> String {
      let made = try account.makeSession(from: sender, message.first)
      session = made.session
      return made.text.utf8
    }
  }

  @Test("Actors own accounts, and exchange public keys and messages")
  func actors() async throws {
    let (alice, bob) = (try Device(seed: 1), try Device(seed: 2))
    let keys = try await bob.newKeys()
    let message = try await alice.write("text", to: keys.identity, keys.oneTime)
    #expect(try await bob.read(message, from: alice.newKeys().identity) == "text")
  }

  @Test("A new account has new keys")
  func fresh() throws {
    let (one, other) = (try Account(randomWith: suite), try Account(randomWith: suite))
    #expect(one.identityKey != other.identityKey && one.signingKey != other.signingKey)
    #expect(one.unpublishedOneTimeKeys.isEmpty && one.unpublishedFallbackKey == nil)
  }
}
