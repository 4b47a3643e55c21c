import Ciphers
import EncryptionTestSupport
import Olm
import TestSupport
import Testing

@testable import Recovery

@Suite("Files of room keys")
struct KeyFileTests {
  let suite: CipherSuite

  init() throws { suite = try .seeded(TestSeed.value) }

  private func file(_ base64: String) -> [UInt8] {
    Array("-----BEGIN MEGOLM SESSION DATA-----\n\(base64)\n-----END MEGOLM SESSION DATA-----".utf8)
  }

  @Test(
    "Files of matrix-js-sdk are opened",
    arguments: [
      (
        "plain", "password",
        "AXNhbHRzYWx0c2FsdHNhbHSIiIiIiIiIiIiIiIiIiIiIAAAACmIRUW2OjZ3L2l6j9h0lHlV3M2dx\ncissyYBxjsfsAndErh065A8="
      ),
      (
        "Hello, World", "betterpassword",
        "AW1vcmVzYWx0bW9yZXNhbHT//////////wAAAAAAAAAAAAAD6KyBpe1Niv5M5NPm4ZATsJo5nghk\nKYu63a0YQ5DRhUWEKk7CcMkrKnAUiZny"
      ),
    ])
  func vectors(sample: (content: String, passphrase: String, base64: String)) throws {
    #expect(
      try KeyFile.open(file(sample.base64), passphrase: sample.passphrase, with: suite).utf8 == sample.content
    )
  }

  @Test("Keys are written and read")
  func roundTrip() throws {
    var sessions: [String: OutboundMegolmSession] = [:]
    let keys = try (0..<20).map { number in
      var session = try OutboundMegolmSession(randomWith: suite)
      for _ in 0..<number { _ = try session.encrypt([UInt8]()) }
      sessions[session.id] = session
      return try BackedUpRoomKey(
        room: "!\(number):a.org", exported: session.inbound().exportedForm(from: session.index),
        senderKey: "s",
        claimedSigningKey: number.isMultiple(of: 2) ? "c" : nil, with: suite)
    }
    let file = try KeyFile.write(keys, passphrase: "pass wörd", with: suite)
    #expect(file.last == 0x0A && file.allSatisfy { $0 < 0x7F })
    let read = try KeyFile.read(file, passphrase: "pass wörd", with: suite)
    #expect(read.failures.isEmpty && read.keys.map(\.room) == keys.map(\.room))
    for (key, original) in zip(read.keys, keys) {
      #expect(key.sessionID == original.sessionID && key.claimedSigningKey == original.claimedSigningKey)
      #expect(suite.isEqual(key.exported, original.exported) && key.firstIndex == original.firstIndex)
    }
    #expect(throws: BackupError.wrongPassphrase) {
      try KeyFile.read(file, passphrase: "pass word", with: suite)
    }
    #expect(
      try KeyFile.read(KeyFile.write([], passphrase: "", with: suite), passphrase: "", with: suite).keys
        .isEmpty)
  }

  @Test("Blanks and text around a file are passed over, changes of it are not")
  func changes() throws {
    let sealed = try KeyFile.seal(Secret(copying: "[]".utf8), passphrase: "p", rounds: 1, with: suite)
    let text = String(decoding: sealed, as: UTF8.self)
    for around in [text, "Dear,\n\(text)Bye", text.replacing("\n", with: " \r\n\t")] {
      #expect(try KeyFile.open(Array(around.utf8), passphrase: "p", with: suite).utf8 == "[]")
    }
    let bytes = try Base64.bytes(text.split(separator: "\n").map(String.init)[1])
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let expected: BackupError
      switch place {
      case 0: expected = .notKeyFile
      // Of the rounds, most significant byte first. The others would be as slow as they say.
      case 33: expected = .cipher(.unusableRounds(1 << 24 + 1))
      case 34: continue
      case 36: expected = .cipher(.unusableRounds(0))
      default: expected = .wrongPassphrase
      }
      #expect(throws: expected) { try KeyFile.open(file(Base64.text(changed)), passphrase: "p", with: suite) }
    }
    for cut in [0, 1, 20, 60, 68] {
      #expect(throws: BackupError.notKeyFile) {
        try KeyFile.open(file(Base64.text(bytes.prefix(cut))), passphrase: "p", with: suite)
      }
    }
    let marks = [
      "", "-----BEGIN MEGOLM SESSION DATA-----", text.replacing("END", with: "ENDE"),
      text.replacing("BEGIN", with: "END"),
    ]
    for text in marks {
      #expect(throws: BackupError.notKeyFile) {
        try KeyFile.open(Array(text.utf8), passphrase: "p", with: suite)
      }
    }
  }

  @Test("Entries that are not keys do not stop the others")
  func entries() throws {
    let session = try OutboundMegolmSession(randomWith: suite)
    let key = try BackedUpRoomKey(
      room: "!r", exported: session.inbound().exportedForm(from: 0), senderKey: "s", claimedSigningKey: nil,
      with: suite
    ).content(inFile: true).utf8
    let text =
      "[{}, \(key), 7, \(key.replacing(session.id, with: "x")), \(key.replacing("megolm.v1", with: "y"))]"
    let sealed = try KeyFile.seal(Secret(copying: text.utf8), passphrase: "p", rounds: 1, with: suite)
    let read = try KeyFile.read(sealed, passphrase: "p", with: suite)
    #expect(read.keys.count == 1)
    #expect(read.failures == [.malformed: 2, .otherSession: 1, .unknownAlgorithm("m.y.aes-sha2"): 1])
    for text in ["{}", "no JSON"] {
      let sealed = try KeyFile.seal(Secret(copying: text.utf8), passphrase: "p", rounds: 1, with: suite)
      #expect(throws: BackupError.malformed) { try KeyFile.read(sealed, passphrase: "p", with: suite) }
    }
  }
}
