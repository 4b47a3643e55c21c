/// The key of secret storage ("4S"), under which an account keeps its private keys on the server.
///
/// Client-Server API, `m.secret_storage.v1.aes-hmac-sha2`.
package struct SecretStorageKey {
  /// The 32 bytes that the recovery key spells.
  package let secret: Secret

  /// Takes a key of 32 bytes.
  package init(_ secret: Secret) throws(CipherError) {
    guard secret.count == 32 else { throw .wrongSize(expected: 32, found: secret.count) }
    self.secret = secret
  }

  /// The maximum number of rounds for a passphrase: about 4 s. The number comes from the server, which could otherwise block the
  /// program.
  package static let mostRounds = 10_000_000

  /// Derives the key from a passphrase, with the salt and rounds of its description. Takes 0.4 µs for each round.
  package init(passphrase: String, salt: String, rounds: Int, with suite: CipherSuite) throws(CipherError) {
    guard rounds > 0, rounds <= Self.mostRounds else { throw .unusableRounds(rounds) }
    secret = try suite.pbkdf2(
      Secret(copying: passphrase.utf8), salt: Array(salt.utf8), rounds: rounds, count: 32)
  }

  /// Encrypts a secret.
  ///
  /// - Parameters:
  ///   - text: the secret as text; private keys are stored as base64.
  ///   - name: the type of the account data that it is stored in.
  package func seal(
    _ text: some RawBytes, name: String, with suite: CipherSuite
  ) throws(CipherError) -> SealedSecret {
    var iv = try suite.randomBytes(count: 16)
    // With bit 63 clear, the counter cannot overflow 64 bits, after which libraries differ.
    iv[8] &= 0x7F
    return try seal(text, name: name, iv: iv, suite)
  }

  /// Decrypts the secret with this name.
  package func open(
    _ sealed: SealedSecret, name: String, with suite: CipherSuite
  ) throws(CipherError) -> Secret {
    let keys = try keys(name, suite)
    guard suite.isEqual(try suite.hmac(keys[32..<64], over: sealed.ciphertext), sealed.mac) else {
      throw .notAuthentic
    }
    return try suite.decryptCTR(sealed.ciphertext, key: keys[0..<32], iv: sealed.iv)
  }

  /// The check value for the description of the key, by which a typed key is recognised.
  package func check(with suite: CipherSuite) throws(CipherError) -> KeyCheck {
    let sealed = try seal(Self.checked, name: "", with: suite)
    return KeyCheck(iv: sealed.iv, mac: sealed.mac)
  }

  /// Throws `notAuthentic` if the description is of another key.
  package func verify(_ check: KeyCheck, with suite: CipherSuite) throws(CipherError) {
    guard suite.isEqual(try seal(Self.checked, name: "", iv: check.iv, suite).mac, check.mac) else {
      throw .notAuthentic
    }
  }

  private static let checked = [UInt8](repeating: 0, count: 32)

  private func seal(
    _ text: some RawBytes, name: String, iv: [UInt8], _ suite: CipherSuite
  ) throws(CipherError) -> SealedSecret {
    let keys = try keys(name, suite)
    let ciphertext = try suite.encryptCTR(text, key: keys[0..<32], iv: iv)
    return SealedSecret(iv: iv, ciphertext: ciphertext, mac: try suite.hmac(keys[32..<64], over: ciphertext))
  }

  private func keys(_ name: String, _ suite: CipherSuite) throws(CipherError) -> Secret {
    try suite.hkdf(64, from: secret, info: Array(name.utf8))
  }
}

/// A secret as the account data has it.
///
/// The MAC does not cover the IV, so a server can replace the plaintext by noise, but not choose it.
package struct SealedSecret: Hashable, Sendable {
  /// The initial counter block, 16 bytes.
  package let iv: [UInt8]
  /// AES-256-CTR.
  package let ciphertext: [UInt8]
  /// HMAC-SHA-256 over the ciphertext.
  package let mac: [UInt8]
}

extension SealedSecret {
  /// Reads the fields, base64.
  package init(iv: String, ciphertext: String, mac: String) throws(CipherError) {
    let check = try KeyCheck(iv: iv, mac: mac)
    self.init(iv: check.iv, ciphertext: try Base64.bytes(ciphertext), mac: check.mac)
  }

  /// The fields to write, base64.
  package var fields: (iv: String, ciphertext: String, mac: String) {
    (Base64.text(iv), Base64.text(ciphertext), Base64.text(mac))
  }

  /// Reads the fields in one line.
  package init(line: String) throws(CipherError) {
    let parts = line.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw .notBase64 }
    try self.init(iv: parts[0], ciphertext: parts[1], mac: parts[2])
  }

  /// The fields in one line.
  package var line: String { "\(fields.iv).\(fields.ciphertext).\(fields.mac)" }
}

/// The check value in the description of a key of secret storage. Old accounts have none, and then a key cannot be checked.
package struct KeyCheck: Hashable, Sendable {
  /// The initial counter block, 16 bytes.
  package let iv: [UInt8]
  /// HMAC-SHA-256 over 32 encrypted zeros.
  package let mac: [UInt8]
}

extension KeyCheck {
  /// Reads the fields, base64.
  package init(iv: String, mac: String) throws(CipherError) {
    self.iv = try Base64.bytes(iv)
    self.mac = try Base64.bytes(mac)
    for (found, expected) in [(self.iv.count, 16), (self.mac.count, 32)] where found != expected {
      throw .wrongSize(expected: expected, found: found)
    }
  }

  /// The fields to write, base64.
  package var fields: (iv: String, mac: String) { (Base64.text(iv), Base64.text(mac)) }
}

/// The recovery key: the key of secret storage as a text that a person can write down.
///
/// Client-Server API, "Key representation": the bytes 8B 01, the key, and the XOR of all of them, in base58.
package enum RecoveryKey {
  private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
  private static let prefix: [UInt8] = [0x8B, 0x01]
  /// The prefix, the key and the checksum.
  private static let byteCount = 35
  /// The same for every key, because of the prefix.
  private static let characterCount = 48

  /// The text, as ASCII, in groups of four characters.
  package static func text(for key: SecretStorageKey) -> Secret {
    let parity = (prefix + key.secret.withBytes { [$0.reduce(0, ^)] }).reduce(0, ^)
    let bytes = Secret(joining: [prefix, key.secret, [parity]])
    return Secret(count: characterCount + characterCount / 4 - 1) { text in
      text.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
      // The number is divided by 58 in place, from its last digit to the first.
      let number = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
      defer { number.wipeAndFree() }
      bytes.withBytes { number.copyMemory(from: $0) }
      for position in (0..<characterCount).reversed() {
        var remainder = 0
        for index in number.indices {
          let value = remainder << 8 | Int(number[index])
          number[index] = UInt8(value / 58)
          remainder = value % 58
        }
        text[position + position / 4] = alphabet[remainder]
      }
    }
  }

  /// Reads what a person typed or pasted. Blanks may be anywhere. Letters keep their case, which is part of the key.
  ///
  /// The text comes as a String from the screen, so copies of it cannot be prevented here.
  package static func read(_ text: String) throws(CipherError) -> SecretStorageKey {
    let characters = text.unicodeScalars.filter { !$0.properties.isWhitespace && !blanks.contains($0) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
    defer { bytes.wipeAndFree() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    var isTooLarge = false
    for (position, character) in characters.enumerated() {
      guard let ascii = UInt8(exactly: character.value), var carry = alphabet.firstIndex(of: ascii) else {
        throw .recoveryKeyAlphabet(position: position + 1)
      }
      for index in bytes.indices.reversed() {
        carry += Int(bytes[index]) * 58
        bytes[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
      isTooLarge = isTooLarge || carry > 0
    }
    guard characters.count == characterCount else { throw .recoveryKeyLength(characters.count) }
    // With the checksum, the XOR of all bytes is 0.
    guard !isTooLarge, bytes.reduce(0, ^) == 0 else {
      // A wrong beginning is the more specific error.
      throw characters.prefix(2).elementsEqual(["E", "s"]) ? .recoveryKeyChecksum : .recoveryKeyPrefix
    }
    guard bytes.starts(with: prefix) else { throw .recoveryKeyPrefix }
    return try SecretStorageKey(Secret(copying: bytes[2..<34]))
  }

  /// Characters without width, which a paste can bring along.
  private static let blanks: Set<Unicode.Scalar> = ["\u{200B}", "\u{2060}", "\u{FEFF}"]
}
