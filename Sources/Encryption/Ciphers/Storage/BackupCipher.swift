/// A room key in the server's key backup (`m.megolm_backup.v1.curve25519-aes-sha2`).
///
/// It proves nothing about its sender: the backup's public key is enough to make one, and the MAC covers nothing.
package struct BackedUpKey: Hashable, Sendable {
  /// The public half of a key that was made for this entry.
  package let ephemeral: X25519PublicKey
  /// AES-256-CBC.
  package let ciphertext: [UInt8]
  /// The first 8 bytes of the HMAC of an empty text: a mistake of the first implementation that all others had to copy.
  package let mac: [UInt8]

  /// Reads the fields of an entry, base64.
  package init(ephemeral: String, ciphertext: String, mac: String) throws(CipherError) {
    self.ephemeral = try X25519PublicKey(base64: ephemeral)
    self.ciphertext = try Base64.bytes(ciphertext)
    self.mac = try Base64.bytes(mac)
    guard self.mac.count == 8 else { throw .wrongSize(expected: 8, found: self.mac.count) }
  }

  /// The fields to write, base64.
  package var fields: (ephemeral: String, ciphertext: String, mac: String) {
    (ephemeral.base64, Base64.text(ciphertext), Base64.text(mac))
  }

  /// Encrypts an entry for the owner of the backup.
  package init(_ text: some RawBytes, for owner: X25519PublicKey, with suite: CipherSuite) throws(CipherError)
  {
    let key = try X25519PrivateKey(randomWith: suite)
    let keys = try Self.keys(try key.agree(with: owner, using: suite), suite)
    ephemeral = key.publicKey
    ciphertext = try suite.encryptCBC(text, key: keys[0..<32], iv: keys[64..<80])
    mac = try Array(suite.hmac(keys[32..<64]).prefix(8))
  }

  /// Decrypts an entry with the backup's private key.
  package func open(with key: X25519PrivateKey, using suite: CipherSuite) throws(CipherError) -> Secret {
    let keys = try Self.keys(try key.agree(with: ephemeral, using: suite), suite)
    // The MAC detects at least a wrong key.
    guard suite.isEqual(try suite.hmac(keys[32..<64]).prefix(8), mac) else { throw .notAuthentic }
    return try suite.decryptCBC(ciphertext, key: keys[0..<32], iv: keys[64..<80])
  }

  private static func keys(_ agreed: Secret, _ suite: CipherSuite) throws(CipherError) -> Secret {
    try suite.hkdf(80, from: agreed, info: [UInt8]())
  }
}
