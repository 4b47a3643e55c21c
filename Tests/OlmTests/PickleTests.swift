import Ciphers
import EncryptionTestSupport
import Olm
import TestSupport
import Testing

@Suite("Stored accounts and sessions")
struct PickleTests {
  let suite: CipherSuite
  let profileKey: Secret
  let key: PickleKey

  init() throws {
    suite = try .seeded(11)
    profileKey = try suite.randomSecret(count: 32)
    key = try PickleKey(profileKey: profileKey, with: suite)
  }

  /// One of each kind, and how it is read.
  private func samples() throws -> [(pickle: [UInt8], read: ([UInt8], PickleKey) throws(OlmError) -> Void)] {
    var talk = try Talk(seed: 3)
    for _ in 0..<3 {
      _ = try talk.toBob.encrypt("lost")
      try talk.turn()
    }
    try talk.bob.makeOneTimeKeys(3)
    _ = try talk.bob.newFallbackKey()
    var other = try talk.alice.makeSession(to: talk.bob.identityKey, oneTimeKey: talk.bob.newFallbackKey())
    _ = try talk.bob.makeSession(from: talk.alice.identityKey, other.encrypt("").first)
    let writer = try OutboundMegolmSession(randomWith: suite)
    let suite = suite
    return [
      (
        try talk.bob.pickle(with: key),
        { pickle, key throws(OlmError) in _ = try Account(pickle: pickle, key: key, with: suite) }
      ),
      (
        try talk.toAlice.pickle(with: key),
        { pickle, key throws(OlmError) in _ = try OlmSession(pickle: pickle, key: key, with: suite) }
      ),
      (
        try other.pickle(with: key),
        { pickle, key throws(OlmError) in _ = try OlmSession(pickle: pickle, key: key, with: suite) }
      ),
      (
        try writer.pickle(with: key),
        { pickle, key throws(OlmError) in _ = try OutboundMegolmSession(pickle: pickle, key: key, with: suite)
        }
      ),
      (
        try writer.inbound().pickle(with: key),
        { pickle, key throws(OlmError) in _ = try InboundMegolmSession(pickle: pickle, key: key, with: suite)
        }
      ),
    ]
  }

  @Test("Each is read again, by its profile only")
  func profiles() throws {
    let foreign = try PickleKey(profileKey: suite.randomSecret(count: 32), with: suite)
    for (pickle, read) in try samples() {
      try read(pickle, key)
      #expect(throws: OlmError.pickleDamaged) { try read(pickle, foreign) }
    }
  }

  @Test("No kind is taken for another, and no byte may change")
  func changed() throws {
    let samples = try samples()
    for (index, sample) in samples.enumerated() {
      for (other, (pickle, _)) in samples.enumerated() where other != index && pickle[2] != sample.pickle[2] {
        #expect(throws: OlmError.pickleDamaged) { try sample.read(pickle, key) }
      }
      for place in sample.pickle.indices {
        var pickle = sample.pickle
        pickle[place] ^= 0x20
        #expect(throws: place == 3 ? OlmError.unknownVersion(0x21) : .pickleDamaged) {
          try sample.read(pickle, key)
        }
      }
      for count in [0, 1, 3, 4, 51, 52, sample.pickle.count - 1] {
        #expect(throws: OlmError.pickleDamaged) { try sample.read(Array(sample.pickle.prefix(count)), key) }
      }
      #expect(throws: OlmError.pickleDamaged) { try sample.read(sample.pickle + [0], key) }
    }
  }

  @Test("A pickle shows nothing of its content, and is never the same")
  func sealed() throws {
    let account = try Account(randomWith: suite)
    let (one, other) = (try account.pickle(with: key), try account.pickle(with: key))
    #expect(one != other && one.prefix(4) == [0x49, 0x4B, 1, 1])
    #expect(!one.hex.contains(account.identityKey.bytes.hex))
  }

  /// The content with the right MAC, as a bug could write it.
  private func resealed(_ pickle: [UInt8], _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let keys = try suite.hkdf(64, from: profileKey, info: Array("inkwell.pickle.1".utf8))
    let nonce = pickle[4..<20]
    var content = try suite.encryptCTR(pickle[20..<pickle.count - 32], key: keys[0..<32], iv: nonce)
    change(&content)
    let covered = try pickle.prefix(20) + suite.encryptCTR(content, key: keys[0..<32], iv: nonce)
    return try covered + suite.hmac(keys[32..<64], over: covered)
  }

  @Test("Content with a right MAC that is too short, too long or random is refused without a trap")
  func content() throws {
    var random = SeededGenerator(seed: TestSeed.value)
    for (pickle, read) in try samples() {
      try read(resealed(pickle) { _ in }, key)
      for count in 0..<pickle.count - 52 {
        let short = try resealed(pickle) { $0.removeLast($0.count - count) }
        #expect(throws: OlmError.pickleDamaged) { try read(short, key) }
      }
      let long = try resealed(pickle) { $0.append(0) }
      #expect(throws: OlmError.pickleDamaged) { try read(long, key) }
      for _ in 0..<300 {
        let damaged = try resealed(pickle) { content in
          for _ in 0..<random.within(1...4) {
            content[random.below(content.count)] = UInt8(truncatingIfNeeded: random.next())
          }
        }
        // Keys are any bytes, so some are read; the others are refused.
        do throws(OlmError) { try read(damaged, key) } catch {
          #expect([.pickleDamaged, .cipher(.unusablePublicKey)].contains(error))
        }
      }
    }
  }

  @Test("A key with a number that was not given out yet is refused")
  func counter() throws {
    var account = try Account(randomWith: suite)
    try account.makeOneTimeKeys(2)
    // Two private and two public keys come first.
    let back = try resealed(account.pickle(with: key)) { $0[128 + 7] = 1 }
    #expect(throws: OlmError.pickleDamaged) { try Account(pickle: back, key: key, with: suite) }
  }

  @Test("A room's session for writing ends at its last index")
  func exhausted() throws {
    let writer = try OutboundMegolmSession(randomWith: suite)
    let late = try resealed(writer.pickle(with: key)) {
      $0.replaceSubrange(64..<68, with: [0xFF, 0xFF, 0xFF, 0xFE])
    }
    var last = try OutboundMegolmSession(pickle: late, key: key, with: suite)
    var reader = last.inbound()
    #expect(try reader.decrypt(last.encrypt([1])) == [1])
    #expect(last.index == .max)
    #expect(throws: OlmError.sessionExhausted) { try last.encrypt([2]) }
    #expect(last.index == .max)
  }

  @Test("A chain ends at its last index")
  func exhaustedChain() throws {
    let talk = try Talk()
    // Four public keys, a flag, the root, a flag, a key pair and the chain's key come first.
    let late = try resealed(talk.toBob.pickle(with: key)) { content in
      content.replaceSubrange(258..<266, with: [UInt8](repeating: 0xFF, count: 8))
    }
    var session = try OlmSession(pickle: late, key: key, with: suite)
    #expect(throws: OlmError.sessionExhausted) { try session.encrypt("") }
  }
}
