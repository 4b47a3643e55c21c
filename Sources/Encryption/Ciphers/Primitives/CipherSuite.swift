/// The ciphers: hashes, MACs, AES, derived keys and random bytes, all from libcrypto.
///
/// It keeps fetched algorithms and a context for HMAC, which makes deriving a message key three times as fast. Two threads must not
/// use one context, so a suite is not Sendable: each actor that encrypts makes its own.
package final class CipherSuite {
  /// Fills memory with unpredictable bytes.
  package typealias RandomSource = (UnsafeMutableRawBufferPointer) throws(CipherError) -> Void

  let library: LibCrypto
  private let random: RandomSource
  private let sha256: LibCrypto.Object
  private let hmac: LibCrypto.Object
  private let hmacContext: LibCrypto.Object
  private let blockChaining: LibCrypto.Object
  let counterMode: LibCrypto.Object

  /// A suite over the installed library.
  ///
  /// - Parameter random: a source of bytes that replaces the library's generator, for tests.
  package convenience init(random: RandomSource? = nil) throws(CipherError) {
    try self.init(LibCrypto.installed.get(), random: random)
  }

  init(_ library: LibCrypto, random: RandomSource? = nil) throws(CipherError) {
    self.library = library
    if let random {
      self.random = random
    } else {
      self.random = { memory throws(CipherError) in
        try library.check(library.fillRandom(memory.start, Int32(memory.count)), "RAND_priv_bytes")
      }
    }
    sha256 = try library.made(library.fetchDigest(nil, "SHA2-256", nil), "EVP_MD_fetch")
    hmac = try library.made(library.fetchMAC(nil, "HMAC", nil), "EVP_MAC_fetch")
    hmacContext = try library.made(library.makeMACContext(hmac), "EVP_MAC_CTX_new")
    blockChaining = try library.made(library.fetchCipher(nil, "AES-256-CBC", nil), "EVP_CIPHER_fetch")
    counterMode = try library.made(library.fetchCipher(nil, "AES-256-CTR", nil), "EVP_CIPHER_fetch")
    try chooseHash()
  }

  deinit {
    library.freeCipher(counterMode)
    library.freeCipher(blockChaining)
    library.freeMACContext(hmacContext)
    library.freeMAC(hmac)
    library.freeDigest(sha256)
  }

  // MARK: Random bytes and comparison

  /// A new random secret.
  package func randomSecret(count: Int) throws(CipherError) -> Secret { try Secret(count: count, random) }

  /// New random bytes that need not stay secret.
  package func randomBytes(count: Int) throws(CipherError) -> [UInt8] {
    try Self.bytes(count: count, random)
  }

  /// Compares in a time that depends on the counts only.
  package func isEqual(_ left: some RawBytes, _ right: some RawBytes) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        guard left.count == right.count else { return false }
        return library.compare(left.start, right.start, left.count) == 0
      }
    }
  }

  // MARK: Hashes, MACs and derived keys

  /// The SHA-256 hash of the joined parts.
  package func sha256(_ parts: any RawBytes...) throws(CipherError) -> [UInt8] {
    let hash = try startSHA256()
    for part in parts { try part.withBytes { bytes throws(CipherError) in try hash.update(bytes) } }
    return try hash.finish()
  }

  /// A SHA-256 hash of content that comes in pieces.
  package func startSHA256() throws(CipherError) -> RunningHash { try RunningHash(library, sha256) }

  /// HMAC-SHA-256 of the joined parts, as a key.
  package func secretHMAC(_ key: some RawBytes, over parts: any RawBytes...) throws(CipherError) -> Secret {
    try Secret(count: 32) { memory throws(CipherError) in try authenticate(parts, key, memory) }
  }

  /// HMAC-SHA-256 of the joined parts, as a MAC to send or to compare.
  package func hmac(_ key: some RawBytes, over parts: any RawBytes...) throws(CipherError) -> [UInt8] {
    try Self.bytes(count: 32) { memory throws(CipherError) in try authenticate(parts, key, memory) }
  }

  /// HKDF-SHA-256 (RFC 5869). Implemented here, because a few HMACs are faster than the library's HKDF.
  ///
  /// - Parameter salt: without one it is 32 zeros, which for HMAC is the same as an empty key.
  package func hkdf(
    _ count: Int, from input: some RawBytes, salt: some RawBytes = [UInt8](), info: some RawBytes
  ) throws(CipherError) -> Secret {
    precondition(count > 0 && count <= 255 * 32, "HKDF gives at most 255 blocks")
    let extracted = try secretHMAC(salt, over: input)
    var blocks: [any RawBytes] = []
    for number in 1...UInt8((count + 31) / 32) {
      let previous: any RawBytes = blocks.last ?? [UInt8]()
      blocks.append(try secretHMAC(extracted, over: previous, info, [number]))
    }
    return Secret(joining: blocks)[0..<count].copy()
  }

  /// PBKDF2 with HMAC-SHA-512.
  package func pbkdf2(
    _ passphrase: some RawBytes, salt: some RawBytes, rounds: Int, count: Int
  ) throws(CipherError) -> Secret {
    let digest = try library.made(library.fetchDigest(nil, "SHA2-512", nil), "EVP_MD_fetch")
    defer { library.freeDigest(digest) }
    return try passphrase.withBytes { passphrase throws(CipherError) in
      try salt.withBytes { salt throws(CipherError) in
        guard let rounds = Int32(exactly: rounds), let length = Int32(exactly: passphrase.count),
          let saltLength = Int32(exactly: salt.count), let size = Int32(exactly: count)
        else { throw .unusableRounds(rounds) }
        return try Secret(count: count) { key throws(CipherError) in
          try library.check(
            library.stretch(
              passphrase.start, length, salt.start, saltLength, rounds, digest, size, key.start),
            "PKCS5_PBKDF2_HMAC")
        }
      }
    }
  }

  private func authenticate(
    _ parts: [any RawBytes], _ key: some RawBytes, _ mac: UnsafeMutableRawBufferPointer
  ) throws(CipherError) {
    try key.withBytes { key throws(CipherError) in
      try library.check(library.startMAC(hmacContext, key.start, key.count, nil), "EVP_MAC_init")
    }
    for part in parts {
      try part.withBytes { bytes throws(CipherError) in
        try library.check(library.updateMAC(hmacContext, bytes.start, bytes.count), "EVP_MAC_update")
      }
    }
    var count = 0
    try library.check(library.finishMAC(hmacContext, mac.start, &count, mac.count), "EVP_MAC_final")
    // Otherwise the context would keep the state that it derived from the key.
    try library.check(library.startMAC(hmacContext, Self.zeroKey, Self.zeroKey.count, nil), "EVP_MAC_init")
  }

  private static let zeroKey = [UInt8](repeating: 0, count: 32)

  /// Sets the hash of the context once: a later call with only a new key keeps it.
  private func chooseHash() throws(CipherError) {
    // Two OSSL_PARAMs of five words: name, type (4 is a text), data, size, and the size that a reader would return. The last
    // one has no name.
    let parameters = UnsafeMutableRawBufferPointer.allocate(byteCount: 80, alignment: 8)
    defer { parameters.deallocate() }
    parameters.initializeMemory(as: UInt8.self, repeating: 0)
    let result = "digest".withCString { name in
      "SHA2-256".withCString { value in
        parameters.storeBytes(of: name, toByteOffset: 0, as: UnsafePointer<CChar>.self)
        parameters.storeBytes(of: 4, toByteOffset: 8, as: UInt32.self)
        parameters.storeBytes(of: value, toByteOffset: 16, as: UnsafePointer<CChar>.self)
        parameters.storeBytes(of: 8, toByteOffset: 24, as: Int.self)
        return library.startMAC(hmacContext, Self.zeroKey, Self.zeroKey.count, parameters.baseAddress)
      }
    }
    try library.check(result, "EVP_MAC_init")
  }

  // MARK: AES-256

  /// Encrypts with CBC and PKCS#7 padding.
  package func encryptCBC(
    _ text: some RawBytes, key: some RawBytes, iv: some RawBytes
  ) throws(CipherError) -> [UInt8] {
    try text.withBytes { text throws(CipherError) in
      // The padding adds at least one byte.
      try Self.bytes(count: (text.count / 16 + 1) * 16) { result throws(CipherError) in
        _ = try runCBC(text, key, iv, isEncrypting: true, into: result)
      }
    }
  }

  /// Decrypts with CBC and PKCS#7 padding.
  ///
  /// Its error is a padding oracle, so callers verify a MAC first.
  package func decryptCBC(
    _ ciphertext: some RawBytes, key: some RawBytes, iv: some RawBytes
  ) throws(CipherError) -> Secret {
    try ciphertext.withBytes { ciphertext throws(CipherError) in
      guard !ciphertext.isEmpty, ciphertext.count % 16 == 0 else { throw .wrongPadding }
      var count = 0
      let padded = try Secret(count: ciphertext.count + 16) { result throws(CipherError) in
        count = try runCBC(ciphertext, key, iv, isEncrypting: false, into: result)
      }
      return padded[0..<count].copy()
    }
  }

  private func runCBC(
    _ text: UnsafeRawBufferPointer, _ key: some RawBytes, _ iv: some RawBytes, isEncrypting: Bool,
    into result: UnsafeMutableRawBufferPointer
  ) throws(CipherError) -> Int {
    let run = try RunningCipher(library, blockChaining, key: key, iv: iv, isEncrypting: isEncrypting)
    let count = try run.update(text, into: result)
    let rest = UnsafeMutableRawBufferPointer(rebasing: result[count...])
    return count + (try run.finish(into: rest))
  }

  /// Encrypts with CTR. The ciphertext has as many bytes as the plaintext.
  package func encryptCTR(
    _ text: some RawBytes, key: some RawBytes, iv: some RawBytes
  ) throws(CipherError) -> [UInt8] {
    try text.withBytes { text throws(CipherError) in
      try Self.bytes(count: text.count) { result throws(CipherError) in
        _ = try startCTR(key: key, iv: iv).update(text, into: result)
      }
    }
  }

  /// Decrypts with CTR.
  package func decryptCTR(
    _ text: some RawBytes, key: some RawBytes, iv: some RawBytes
  ) throws(CipherError) -> Secret {
    try text.withBytes { text throws(CipherError) in
      try Secret(count: text.count) { result throws(CipherError) in
        _ = try startCTR(key: key, iv: iv).update(text, into: result)
      }
    }
  }

  /// CTR for content that comes in pieces.
  package func startCTR(key: some RawBytes, iv: some RawBytes) throws(CipherError) -> RunningCipher {
    try RunningCipher(library, counterMode, key: key, iv: iv, isEncrypting: true)
  }

  /// An array of a number of bytes, which `fill` writes.
  static func bytes(
    count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(CipherError) -> Void
  ) throws(CipherError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBufferPointer { memory throws(CipherError) in
      try fill(UnsafeMutableRawBufferPointer(memory))
    }
    return bytes
  }
}
