import Ciphers

/// The keys of one message: AES, MAC, and IV.
struct MessageKeys {
  private let keys: Secret
  private let suite: CipherSuite

  /// - Parameter info: the kind of message, as HKDF's `info`.
  init(_ key: some RawBytes, info: String, _ suite: CipherSuite) throws(OlmError) {
    keys = try ciphered(suite.hkdf(80, from: key, info: Array(info.utf8)))
    self.suite = suite
  }

  func encrypt(_ text: some RawBytes) throws(OlmError) -> [UInt8] {
    try ciphered(suite.encryptCBC(text, key: keys[0..<32], iv: keys[64..<80]))
  }

  /// The MAC, truncated to 8 bytes.
  func mac(over bytes: ArraySlice<UInt8>) throws(OlmError) -> ArraySlice<UInt8> {
    try ciphered(suite.hmac(keys[32..<64], over: bytes).prefix(8))
  }

  /// Verifies the MAC and then decrypts. Without that order, padding errors would reveal plaintext.
  func open(
    _ ciphertext: [UInt8], mac: ArraySlice<UInt8>, over covered: ArraySlice<UInt8>
  ) throws(OlmError) -> Secret {
    guard suite.isEqual(try self.mac(over: covered), mac) else { throw .wrongMAC }
    return try ciphered(suite.decryptCBC(ciphertext, key: keys[0..<32], iv: keys[64..<80]))
  }
}

/// A chain of message keys. Each key determines the next one, but not the previous one.
struct RatchetChain {
  private(set) var key: Secret
  /// The index of the next message.
  private(set) var index: UInt64 = 0

  /// Returns the secret of the next message, and advances the chain.
  mutating func next(_ suite: CipherSuite) throws(OlmError) -> Secret {
    let (message, following) = try ciphered(
      (try suite.secretHMAC(key, over: [UInt8(1)]), try suite.secretHMAC(key, over: [UInt8(2)])))
    guard index < .max else { throw .sessionExhausted }
    key = following
    index += 1
    return message
  }
}

/// A chain of the other side, with the secrets of messages that are still missing.
struct ReceivingChain {
  let ratchetKey: X25519PublicKey
  private(set) var chain: RatchetChain
  private(set) var skipped: [Skipped] = []

  /// The secret of a message that was skipped.
  struct Skipped {
    let index: UInt64
    let key: Secret
  }

  /// The maximum numbers of skipped keys in a chain and of missing messages in a row, as in vodozemac.
  static let mostSkipped = 40
  static let longestGap: UInt64 = 2000

  /// Takes the secret of a message out of the chain.
  mutating func take(_ index: UInt64, _ suite: CipherSuite) throws(OlmError) -> Secret {
    guard index >= chain.index else {
      guard let place = skipped.firstIndex(where: { $0.index == index }) else {
        throw .messageKeyGone(index: index)
      }
      return skipped.remove(at: place).key
    }
    let missing = index - chain.index
    guard missing <= Self.longestGap else { throw .tooFarAhead(missing: missing) }
    while chain.index < index {
      let passed = chain.index
      skipped.append(Skipped(index: passed, key: try chain.next(suite)))
      if skipped.count > Self.mostSkipped { skipped.removeFirst() }
    }
    return try chain.next(suite)
  }
}
