package import FileSystem
import Glibc

/// The key of an encrypted file and the hash of its ciphertext, as an event has them.
///
/// Client-Server API, "Sending encrypted attachments". The server could change the ciphertext, so no
/// plaintext is given away before the hash is verified.
package struct EncryptedFile {
  /// The key, 32 bytes.
  package let key: Secret
  /// The initial counter block, 16 bytes. New ones end in 8 zero bytes, because some libraries count in 64 bits and some in 128.
  package let iv: [UInt8]
  /// The SHA-256 hash of the ciphertext.
  package let sha256: [UInt8]
}

extension EncryptedFile {
  /// Reads the fields of an event.
  ///
  /// - Parameters:
  ///   - version: the field `v`.
  ///   - keyType: the field `key.kty`.
  ///   - algorithm: the field `key.alg`.
  ///   - key: the field `key.k`, base64 for URLs as UTF-8.
  ///   - iv: base64.
  ///   - sha256: the field `hashes.sha256`, base64.
  package init(
    version: String, keyType: String, algorithm: String, key: some RawBytes, iv: String, sha256: String
  ) throws(CipherError) {
    for (found, supported) in [(version, "v2"), (keyType, "oct"), (algorithm, "A256CTR")]
    where found != supported { throw .unknownFileFormat(found) }
    self.key = try Base64.decode(key, .url)
    self.iv = try Base64.bytes(iv)
    self.sha256 = try Base64.bytes(sha256)
    for (found, expected) in [(self.key.count, 32), (self.iv.count, 16), (self.sha256.count, 32)]
    where found != expected { throw .wrongSize(expected: expected, found: found) }
  }

  /// The fields to write into an event; the others are constants.
  package var fields: (key: Secret, iv: String, sha256: String) {
    (Base64.encode(key, .url), Base64.text(iv), Base64.text(sha256))
  }

  /// Encrypts content that is in memory.
  package static func encrypt(
    _ content: some RawBytes, with suite: CipherSuite
  ) throws(CipherError) -> (file: EncryptedFile, ciphertext: [UInt8]) {
    let (key, iv) = try newKey(suite)
    let ciphertext = try suite.encryptCTR(content, key: key, iv: iv)
    return (EncryptedFile(key: key, iv: iv, sha256: try suite.sha256(ciphertext)), ciphertext)
  }

  /// Decrypts content that is in memory.
  package func decrypt(_ ciphertext: some RawBytes, with suite: CipherSuite) throws(CipherError) -> [UInt8] {
    guard suite.isEqual(try suite.sha256(ciphertext), sha256) else { throw .notAuthentic }
    return try suite.decryptCTR(ciphertext, key: key, iv: iv).withBytes { Array($0) }
  }

  /// Encrypts a file piece by piece.
  ///
  /// - Parameters:
  ///   - source: the path of the content.
  ///   - path: where the ciphertext is written; an existing file is replaced.
  package static func encrypt(
    file source: String, to path: String, with suite: CipherSuite
  ) throws(CipherError) -> EncryptedFile {
    let (key, iv) = try newKey(suite)
    let cipher = try suite.startCTR(key: key, iv: iv)
    let hash = try suite.startSHA256()
    try convert(source, to: path) { piece throws(CipherError) in
      let ciphertext = try CipherSuite.bytes(count: piece.count) { result throws(CipherError) in
        _ = try cipher.update(piece, into: result)
      }
      try ciphertext.withBytes { bytes throws(CipherError) in try hash.update(bytes) }
      return ciphertext
    }
    return EncryptedFile(key: key, iv: iv, sha256: try hash.finish())
  }

  /// Decrypts a file piece by piece. The plaintext gets its path only if the hash of the ciphertext is right.
  ///
  /// - Parameters:
  ///   - source: the path of the ciphertext.
  ///   - path: where the content is written; an existing file is replaced.
  package func decrypt(file source: String, to path: String, with suite: CipherSuite) throws(CipherError) {
    let cipher = try suite.startCTR(key: key, iv: iv)
    let hash = try suite.startSHA256()
    try Self.convert(source, to: path) { piece throws(CipherError) in
      try hash.update(piece)
      return try CipherSuite.bytes(count: piece.count) { result throws(CipherError) in
        _ = try cipher.update(piece, into: result)
      }
    } check: { () throws(CipherError) in
      guard suite.isEqual(try hash.finish(), sha256) else { throw .notAuthentic }
    }
  }

  private static func newKey(_ suite: CipherSuite) throws(CipherError) -> (key: Secret, iv: [UInt8]) {
    (try suite.randomSecret(count: 32), try suite.randomBytes(count: 8) + [UInt8](repeating: 0, count: 8))
  }

  /// The names of files that are not complete or not verified yet.
  package static let unfinished = HiddenFile.Kind(beginning: ".inkwell-", ending: ".part")

  /// Writes the converted pieces of a file to a hidden file, which gets its name once it is complete and checked.
  private static func convert(
    _ source: String, to path: String, piece convert: (UnsafeRawBufferPointer) throws(CipherError) -> [UInt8],
    check: () throws(CipherError) -> Void = {}
  ) throws(CipherError) {
    let file = open(source, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .disk(.last(at: source)) }
    defer { close(file) }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let hidden = try onDisk { () throws(SystemFault) in
      try HiddenFile(in: folder.isEmpty ? "/" : folder, unfinished, mode: 0o600)
    }
    var isKept = false
    defer { if !isKept { unlink(hidden.path) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.wipeAndFree() }
    while true {
      let count = read(file, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .disk(.last(at: source)) }
      if count == 0 { break }
      let converted = try convert(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      try onDisk { () throws(SystemFault) in try hidden.write(converted) }
    }
    try check()
    guard rename(hidden.path, path) == 0 else { throw .disk(.last(at: path)) }
    isKept = true
  }

  private static func onDisk<Value>(_ work: () throws(SystemFault) -> Value) throws(CipherError) -> Value {
    do { return try work() } catch { throw .disk(error) }
  }
}
