import Ciphers
import EncryptionTestSupport
import FileSystem
import Glibc
import TestSupport
import Testing

@Suite("Files, backup and secret storage")
struct StorageTests {
  let suite: CipherSuite

  init() throws { suite = try CipherSuite() }

  // MARK: Files

  private static let fields = (
    key: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", iv: "AAECAwQFBgcAAAAAAAAAAA",
    sha256: "N3+zAdFEB1PTI4xNGyce0KJriy/ZtepxgN8ndH7dFys"
  )

  private func file(
    _ version: String = "v2", _ keyType: String = "oct", _ algorithm: String = "A256CTR",
    key: String = fields.key, iv: String = fields.iv, sha256: String = fields.sha256
  ) throws -> EncryptedFile {
    try EncryptedFile(
      version: version, keyType: keyType, algorithm: algorithm, key: Array(key.utf8), iv: iv, sha256: sha256)
  }

  @Test("A file of another program is read")
  func foreignFile() throws {
    let ciphertext = [UInt8](hex: "748711218001")
    #expect(try file().decrypt(ciphertext, with: suite) == Array("a file".utf8))
    #expect(try file(key: Self.fields.key + "=").decrypt(ciphertext, with: suite) == Array("a file".utf8))
    // A counter that overflows.
    let zeros = try file(
      iv: "/////////////////////w", sha256: "LuQLNtUBiZtEbg61kGPZd5d8PG4GUZrKegfooupgpa8"
    ).decrypt(
      [UInt8](hex: "e999e41d4ca770da5387117b5d8f57eef29000b62a499fd0a9f39a6add2e7780f05d76ae4ab99fe5"),
      with: suite)
    #expect(zeros == [UInt8](repeating: 0, count: 40))
  }

  @Test("A file in memory comes back, unless a bit of it was changed", arguments: [0, 1, 15, 16, 17, 1000])
  func fileInMemory(count: Int) throws {
    let content = try suite.randomBytes(count: count)
    let (made, ciphertext) = try EncryptedFile.encrypt(content, with: suite)
    let fields = made.fields
    let read = try file(key: fields.key.utf8, iv: fields.iv, sha256: fields.sha256)
    #expect(try read.decrypt(ciphertext, with: suite) == content)
    #expect(made.iv.suffix(8).allSatisfy { $0 == 0 } && !made.iv.prefix(8).allSatisfy { $0 == 0 })
    #expect(throws: CipherError.notAuthentic) { try read.decrypt(ciphertext + [0], with: suite) }
    guard count > 0 else { return }
    var changed = ciphertext
    changed[count / 2] ^= 4
    #expect(throws: CipherError.notAuthentic) { try read.decrypt(changed, with: suite) }
  }

  @Test("The same content never has the same key or ciphertext")
  func freshKeys() throws {
    let (one, other) = (
      try EncryptedFile.encrypt([1], with: suite), try EncryptedFile.encrypt([1], with: suite)
    )
    #expect(one.file.key.array != other.file.key.array && one.file.iv != other.file.iv)
  }

  @Test("A description of another kind or size is refused")
  func descriptions() {
    for (version, keyType, algorithm, found) in [
      ("v1", "oct", "A256CTR", "v1"), ("v2", "RSA", "A256CTR", "RSA"), ("v2", "oct", "A128CTR", "A128CTR"),
      ("", "oct", "A256CTR", ""),
    ] {
      #expect(throws: CipherError.unknownFileFormat(found)) { try file(version, keyType, algorithm) }
    }
    #expect(throws: CipherError.wrongSize(expected: 32, found: 3)) { try file(key: "AAAA") }
    #expect(throws: CipherError.wrongSize(expected: 16, found: 3)) { try file(iv: "AAAA") }
    #expect(throws: CipherError.wrongSize(expected: 32, found: 0)) { try file(sha256: "") }
    #expect(throws: CipherError.notBase64) { try file(key: "AAEC+wQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8") }
    #expect(throws: CipherError.notBase64) { try file(iv: "AAECAwQFBgcAAAAAAAAAAB") }
  }

  @Test("A file on disk comes back", arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func fileOnDisk(count: Int) throws {
    let folder = try ScratchFolder()
    let content = try suite.randomBytes(count: count)
    try folder.write(content, to: "plain")
    let made = try EncryptedFile.encrypt(file: folder.path("plain"), to: folder.path("sent"), with: suite)
    let ciphertext = try folder.read("sent")
    #expect(try made.decrypt(ciphertext, with: suite) == content)
    try made.decrypt(file: folder.path("sent"), to: folder.path("read"), with: suite)
    #expect(try folder.read("read") == content)
    #expect(try folder.mode(of: "read") == 0o600)
    #expect(try Set(folder.names) == ["plain", "sent", "read"])
  }

  @Test("Nothing of a changed file appears, and what was there stays")
  func changedFile() throws {
    let folder = try ScratchFolder()
    let content = try suite.randomBytes(count: 100_000)
    let (made, ciphertext) = try EncryptedFile.encrypt(content, with: suite)
    var changed = ciphertext
    changed[99_999] ^= 1
    try folder.write(changed, to: "sent")
    try folder.write([7], to: "old")
    for name in ["read", "old"] {
      #expect(throws: CipherError.notAuthentic) {
        try made.decrypt(file: folder.path("sent"), to: folder.path(name), with: suite)
      }
    }
    try folder.write(ciphertext.dropLast(), to: "sent")
    #expect(throws: CipherError.notAuthentic) {
      try made.decrypt(file: folder.path("sent"), to: folder.path("read"), with: suite)
    }
    #expect(try Set(folder.names) == ["sent", "old"])
    #expect(try folder.read("old") == [7])
  }

  @Test("A fault of the disk names the file")
  func disk() throws {
    let folder = try ScratchFolder()
    let made = try EncryptedFile.encrypt([1], with: suite).file
    #expect(throws: CipherError.disk(SystemFault(code: ENOENT, path: folder.path("none")))) {
      try made.decrypt(file: folder.path("none"), to: folder.path("read"), with: suite)
    }
    try folder.write([], to: "plain")
    #expect(throws: CipherError.self) {
      try EncryptedFile.encrypt(file: folder.path("plain"), to: folder.path("none/sent"), with: suite)
    }
    #expect(throws: CipherError.disk(SystemFault(code: EISDIR, path: folder.path("")))) {
      try made.decrypt(file: folder.path(""), to: folder.path("read"), with: suite)
    }
    #expect(try folder.names == ["plain"])
  }

  // MARK: Backup

  private let owner = Secret(copying: 1...32)

  @Test(
    "An entry of vodozemac is read",
    arguments: [
      ("yaxBe7Mc8mEgEWApduo7CsEukOVcKz1yWpb/W3NchnE", "KhzENJW/5I18biAFXbDggg", "85j2OgiV/CQ", "a room key"),
      ("tcfcj/IlXtXfYTKcIrNkLuJ0JPi/o13AiEuOn3PlsSM", "ipG4AGeeTef4aDK++E6Ukg", "uGUFKp2SedY", ""),
    ])
  func foreignEntry(figures: (ephemeral: String, ciphertext: String, mac: String, text: String)) throws {
    let key = try X25519PrivateKey(owner, with: suite)
    #expect(key.publicKey.base64 == "B6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHw")
    let entry = try BackedUpKey(
      ephemeral: figures.ephemeral, ciphertext: figures.ciphertext, mac: figures.mac)
    #expect(try entry.open(with: key, using: suite).utf8 == figures.text)
    let other = try X25519PrivateKey(randomWith: suite)
    #expect(throws: CipherError.notAuthentic) { try entry.open(with: other, using: suite) }
  }

  @Test("An entry is read by its owner only, and each has another key")
  func entry() throws {
    let key = try X25519PrivateKey(owner, with: suite)
    let entry = try BackedUpKey(Array("text".utf8), for: key.publicKey, with: suite)
    let fields = entry.fields
    #expect(
      try BackedUpKey(ephemeral: fields.ephemeral, ciphertext: fields.ciphertext, mac: fields.mac) == entry)
    #expect(try entry.open(with: key, using: suite).utf8 == "text")
    #expect(try BackedUpKey(Array("text".utf8), for: key.publicKey, with: suite).ephemeral != entry.ephemeral)
    #expect(throws: CipherError.wrongSize(expected: 8, found: 9)) {
      try BackedUpKey(ephemeral: fields.ephemeral, ciphertext: fields.ciphertext, mac: "AAAAAAAAAAAA")
    }
    let cut = try BackedUpKey(ephemeral: fields.ephemeral, ciphertext: "AAAA", mac: fields.mac)
    #expect(throws: CipherError.wrongPadding) { try cut.open(with: key, using: suite) }
  }

  // MARK: Secret storage

  private func storage() throws -> SecretStorageKey { try SecretStorageKey(Secret(copying: 0...31)) }

  @Test("A secret of another program is read, under its name only")
  func foreignSecret() throws {
    let sealed = try SealedSecret(
      iv: "AAECAwQFBgcICQoLDA0ODw", ciphertext: "h3o1gkF4Bfw",
      mac: "wqUh2oDvAROuUJE/pzY+ifozzebllve8/t+8wEod6PU=")
    #expect(try storage().open(sealed, name: "m.megolm_backup.v1", with: suite).utf8 == "c2VjcmV0")
    for name in ["", "m.cross_signing.master"] {
      #expect(throws: CipherError.notAuthentic) { try storage().open(sealed, name: name, with: suite) }
    }
    let check = try KeyCheck(
      iv: "AAECAwQFBgcICQoLDA0ODw", mac: "ONrOSgDDUXMzIvXsfYBi1m8m075MdjPldfXCxIpU7IY")
    try storage().verify(check, with: suite)
    let other = try SecretStorageKey(suite.randomSecret(count: 32))
    #expect(throws: CipherError.notAuthentic) { try other.verify(check, with: suite) }
  }

  @Test("A sealed secret comes back, unless it was changed")
  func sealedSecret() throws {
    for _ in 0..<20 {
      let sealed = try storage().seal(Array("a secret".utf8), name: "m.name", with: suite)
      #expect(sealed.iv[8] < 0x80)
      let fields = sealed.fields
      let read = try SealedSecret(iv: fields.iv, ciphertext: fields.ciphertext, mac: fields.mac)
      #expect(try read == sealed && SealedSecret(line: sealed.line) == sealed)
      #expect(try storage().open(read, name: "m.name", with: suite).utf8 == "a secret")
      let changed = try SealedSecret(iv: fields.iv, ciphertext: "AAAAAAAAAAA", mac: fields.mac)
      #expect(throws: CipherError.notAuthentic) { try storage().open(changed, name: "m.name", with: suite) }
    }
    for line in ["", "a", "a.b.c", try storage().seal([1], name: "m.name", with: suite).line + "."] {
      #expect(throws: CipherError.self) { try SealedSecret(line: line) }
    }
    try storage().verify(storage().check(with: suite), with: suite)
    #expect(throws: CipherError.wrongSize(expected: 16, found: 3)) { try KeyCheck(iv: "AAAA", mac: "AAAA") }
    #expect(throws: CipherError.wrongSize(expected: 32, found: 3)) {
      try SealedSecret(iv: "AAECAwQFBgcICQoLDA0ODw", ciphertext: "", mac: "AAAA")
    }
    #expect(throws: CipherError.wrongSize(expected: 32, found: 31)) {
      try SecretStorageKey(Secret(count: 31) { _ in })
    }
  }

  @Test("A passphrase gives the key, with any number of rounds that ends soon")
  func passphrase() throws {
    let key = try SecretStorageKey(passphrase: "pässword 漢", salt: "salt text", rounds: 1000, with: suite)
    #expect(key.secret.hex == "a0e309bf0974800e8dccb8f46979dfc673d1df9cba8c690c8bf0dea715972bd1")
    for rounds in [0, -1, SecretStorageKey.mostRounds + 1, .max, .min] {
      #expect(throws: CipherError.unusableRounds(rounds)) {
        try SecretStorageKey(passphrase: "a", salt: "b", rounds: rounds, with: suite)
      }
    }
  }
}
