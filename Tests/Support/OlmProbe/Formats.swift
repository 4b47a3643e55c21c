import Ciphers
import EncryptionTestSupport

/// Commands without an object: files, backup, secret storage, recovery key.
struct Formats {
  let suite: CipherSuite

  func answer(_ words: Arguments) throws -> [String] {
    switch words.command {
    case "file-encrypt":
      let (file, ciphertext) = try EncryptedFile.encrypt(try words.bytes(1), with: suite)
      return [file.fields.key.utf8, file.fields.iv, file.fields.sha256, "#" + ciphertext.hex]
    case "file-decrypt":
      let file = try EncryptedFile(
        version: "v2", keyType: "oct", algorithm: "A256CTR", key: Array(words.text(1).utf8),
        iv: words.text(2),
        sha256: words.text(3))
      return ["#" + (try file.decrypt(try words.bytes(4), with: suite).hex)]
    case "public-key":
      let secret = Secret(copying: try words.bytes(1))
      return [
        try X25519PrivateKey(secret, with: suite).publicKey.base64,
        try Ed25519PrivateKey(secret, with: suite).publicKey.base64,
      ]
    case "verify":
      try Ed25519PublicKey(base64: words.text(1)).verify(
        Base64.bytes(words.text(2)), of: words.bytes(3), using: suite)
      return []
    case "backup-encrypt":
      let fields = try BackedUpKey(
        words.bytes(2), for: X25519PublicKey(base64: words.text(1)), with: suite
      ).fields
      return [fields.ephemeral, fields.ciphertext, fields.mac]
    case "backup-decrypt":
      let key = try X25519PrivateKey(Secret(copying: words.bytes(1)), with: suite)
      let entry = try BackedUpKey(ephemeral: words.text(2), ciphertext: words.text(3), mac: words.text(4))
      return ["#" + (try entry.open(with: key, using: suite).hex)]
    case "secret-seal":
      let fields = try key(words).seal(words.bytes(3), name: words.text(2), with: suite).fields
      return [fields.iv, fields.ciphertext, fields.mac]
    case "secret-open":
      let sealed = try SealedSecret(iv: words.text(3), ciphertext: words.text(4), mac: words.text(5))
      return ["#" + (try key(words).open(sealed, name: words.text(2), with: suite).hex)]
    case "key-check":
      let fields = try key(words).check(with: suite).fields
      return [fields.iv, fields.mac]
    case "key-verify":
      try key(words).verify(KeyCheck(iv: words.text(2), mac: words.text(3)), with: suite)
      return []
    case "recovery-key": return [RecoveryKey.text(for: try key(words)).utf8]
    case "recovery-read":
      return ["#" + (try RecoveryKey.read(words.words.dropFirst().joined(separator: " ")).secret.hex)]
    case "passphrase":
      let text = String(decoding: try words.bytes(1), as: UTF8.self)
      let key = try SecretStorageKey(
        passphrase: text, salt: words.text(2), rounds: words.number(3), with: suite)
      return ["#" + key.secret.hex]
    default: throw OlmProbe.UnknownCommand()
    }
  }

  private func key(_ words: Arguments) throws -> SecretStorageKey {
    try SecretStorageKey(Secret(copying: words.bytes(1)))
  }
}
