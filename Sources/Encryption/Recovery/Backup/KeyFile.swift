package import Ciphers
import JSON
import SignedJSON

/// A file with room keys, protected by a passphrase, that clients exchange: "Key exports" of the Client-Server API.
package enum KeyFile {
  private static let begin = "-----BEGIN MEGOLM SESSION DATA-----"
  private static let end = "-----END MEGOLM SESSION DATA-----"
  private static let version: UInt8 = 1
  /// Version, salt, initial counter block and rounds.
  private static let headCount = 1 + 16 + 16 + 4
  private static let macCount = 32
  /// The number that other clients use: about 0.2 s.
  private static let rounds: UInt32 = 500_000

  // MARK: Keys

  /// Reads a file.
  ///
  /// - Returns: the keys, which prove nothing about their senders, and the faults of the other entries.
  package static func read(
    _ text: [UInt8], passphrase: String, with suite: CipherSuite
  ) throws(BackupError) -> (keys: [BackedUpRoomKey], failures: [BackupError: Int]) {
    let json: SecretJSON
    let content = try open(text, passphrase: passphrase, with: suite)
    do { json = try SecretJSON(parsing: content, secretsUnder: ["session_key"]) } catch { throw .malformed }
    guard json.root.kind == .array else { throw .malformed }
    var keys: [BackedUpRoomKey] = []
    var failures: [BackupError: Int] = [:]
    for entry in json.root.elements {
      do throws(BackupError) {
        guard let room = entry["room_id"]?.string, let sessionID = entry["session_id"]?.string else {
          throw .malformed
        }
        keys.append(
          try BackedUpRoomKey(content: entry, of: json, room: room, sessionID: sessionID, with: suite))
      } catch { failures[error, default: 0] += 1 }
    }
    return (keys, failures)
  }

  /// Writes a file, as ASCII.
  package static func write(
    _ keys: [BackedUpRoomKey], passphrase: String, with suite: CipherSuite
  ) throws(BackupError) -> [UInt8] {
    var parts: [any RawBytes] = [[UInt8(ascii: "[")]]
    for (number, key) in keys.enumerated() {
      if number > 0 { parts.append([UInt8(ascii: ",")]) }
      parts.append(key.content(inFile: true))
    }
    parts.append([UInt8(ascii: "]")])
    return try seal(Secret(joining: parts), passphrase: passphrase, rounds: rounds, with: suite)
  }

  // MARK: Encryption

  /// Decrypts the content of a file.
  static func open(
    _ text: [UInt8], passphrase: String, with suite: CipherSuite
  ) throws(BackupError) -> Secret {
    let bytes = try payload(of: text)
    guard bytes.count >= headCount + macCount, bytes[0] == version else { throw .notKeyFile }
    let rounds = bytes[33..<headCount].reduce(0) { $0 << 8 | Int($1) }
    guard rounds > 0, rounds <= SecretStorageKey.mostRounds else { throw .cipher(.unusableRounds(rounds)) }
    let body = bytes[..<(bytes.count - macCount)]
    do throws(CipherError) {
      let keys = try keys(passphrase, salt: bytes[1..<17], rounds, suite)
      guard suite.isEqual(try suite.hmac(keys[32..<64], over: body), bytes.suffix(macCount)) else {
        throw .notAuthentic
      }
      return try suite.decryptCTR(body[headCount...], key: keys[0..<32], iv: bytes[17..<33])
    } catch { throw error == .notAuthentic ? .wrongPassphrase : .cipher(error) }
  }

  /// Encrypts the content of a file.
  static func seal(
    _ content: Secret, passphrase: String, rounds: UInt32, with suite: CipherSuite
  ) throws(BackupError) -> [UInt8] {
    var bytes: [UInt8] = [version]
    do {
      bytes += try suite.randomBytes(count: 32)
      // Some libraries count in 63 bits only, which this never exceeds.
      bytes[17 + 8] &= 0x7F
      bytes += withUnsafeBytes(of: rounds.bigEndian) { Array($0) }
      let keys = try keys(passphrase, salt: bytes[1..<17], Int(rounds), suite)
      bytes += try suite.encryptCTR(content, key: keys[0..<32], iv: bytes[17..<33])
      bytes += try suite.hmac(keys[32..<64], over: bytes)
    } catch { throw .cipher(error) }
    var text = Base64.text(bytes)
    // Other clients expect padding here.
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let lines = stride(from: 0, to: text.utf8.count, by: 128).map { start in
      text.utf8.dropFirst(start).prefix(128).map { $0 }
    }
    return Array([Array(begin.utf8)] + lines + [Array(end.utf8), []]).joined(separator: [0x0A]).map { $0 }
  }

  private static func keys(
    _ passphrase: String, salt: some RawBytes, _ rounds: Int, _ suite: CipherSuite
  ) throws(CipherError) -> Secret {
    try suite.pbkdf2(Secret(copying: passphrase.utf8), salt: salt, rounds: rounds, count: 64)
  }

  /// The bytes between the two lines. Blanks and text around them are skipped, because mail programs add both.
  private static func payload(of text: [UInt8]) throws(BackupError) -> [UInt8] {
    guard let start = text.firstRange(of: Array(begin.utf8))?.upperBound,
      let stop = text[start...].firstRange(of: Array(end.utf8))?.lowerBound
    else { throw .notKeyFile }
    let base64 = text[start..<stop].filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    do { return try Base64.bytes(String(decoding: base64, as: UTF8.self)) } catch { throw .notKeyFile }
  }
}
