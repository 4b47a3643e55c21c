import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import Recovery
import TestSupport
import Testing

@Suite("Secret storage")
struct SecretStorageTests {
  let suite: CipherSuite
  let key: SecretStorageKey
  let text: String
  let name = "m.cross_signing.master"

  init() throws {
    suite = try .seeded(TestSeed.value)
    key = try SecretStorageKey(suite.randomSecret(count: 32))
    text = RecoveryKey.text(for: key).utf8
  }

  /// The description of a key; `members` are added to it.
  private func description(_ key: SecretStorageKey, check: Bool = true, _ members: String = "") throws
    -> JSONNode
  {
    let fields = try key.check(with: suite).fields
    let checked = check ? #", "iv": "\#(fields.iv)", "mac": "\#(fields.mac)""# : ""
    return try node(#"{"algorithm": "m.secret_storage.v1.aes-hmac-sha2"\#(checked)\#(members)}"#)
  }

  /// A stored secret.
  private func stored(_ text: some RawBytes, _ key: SecretStorageKey, id: String = "k", name: String? = nil)
    throws -> String
  {
    let fields = try key.seal(text, name: name ?? self.name, with: suite).fields
    return
      #""\#(id)": {"iv": "\#(fields.iv)", "ciphertext": "\#(fields.ciphertext)", "mac": "\#(fields.mac)"}"#
  }

  private func storage(
    _ description: JSONNode?, secret: String? = nil, others: [String: JSONNode] = [:]
  ) throws -> SecretStorage {
    var contents = others
    contents["m.secret_storage.default_key"] = try node(#"{"key": "k"}"#)
    contents["m.secret_storage.key.k"] = description
    if let secret { contents[name] = try node(#"{"encrypted": {\#(secret)}}"#) }
    return SecretStorage(accountData: contents)
  }

  @Test("The recovery key opens it, however it is typed")
  func forgiving() throws {
    let storage = try storage(try description(key))
    let letters = text.filter { $0 != " " }
    let typed = [
      text, letters, "  \(text)\n", "\"\(text)\"", "`\(letters)`", text.replacing(" ", with: "-"),
      text.replacing(" ", with: " – "), text.replacing(" ", with: "\n"), "“\(text)”",
      text.replacing(" ", with: "."),
      "\u{FEFF}\(text)\u{200B}",
    ]
    for text in typed {
      let open = try storage.open(text, with: suite)
      #expect(open.keyID == "k" && suite.isEqual(open.key.secret, key.secret))
    }
    #expect(!storage.acceptsPassphrase && storage.exists)
  }

  @Test("What is wrong with a typed key is said exactly")
  func wrong() throws {
    let plain = try storage(try description(key))
    let other = RecoveryKey.text(for: try SecretStorageKey(suite.randomSecret(count: 32))).utf8
    #expect(throws: RecoveryError.otherRecoveryKey(keyName: "recovery key k")) {
      try plain.open(other, with: suite)
    }
    let named = try storage(try description(key, #", "name": "blue card""#))
    #expect(throws: RecoveryError.otherRecoveryKey(keyName: #""blue card""#)) {
      try named.open(other, with: suite)
    }
    let passphrase = try storage(
      try description(key, #", "passphrase": {"algorithm": "m.pbkdf2", "salt": "s", "iterations": 10}"#))
    let last = text.last == "1" ? "2" : "1"
    let cases: [(SecretStorage, String, RecoveryError)] = [
      (plain, "", .nothingTyped), (plain, " \n\"\" ", .nothingTyped), (passphrase, " ", .nothingTyped),
      (plain, "hello", .notRecoveryKey(.recoveryKeyAlphabet(position: 3))),
      (plain, "abc", .notRecoveryKey(.recoveryKeyLength(3))),
      (plain, String(text.dropLast()), .notRecoveryKey(.recoveryKeyLength(47))),
      (plain, text.dropLast() + last, .notRecoveryKey(.recoveryKeyChecksum)),
      // With a passphrase, a text that looks like a key is one.
      (passphrase, text.dropLast() + last, .notRecoveryKey(.recoveryKeyChecksum)),
      (passphrase, "hello", .wrongPassphrase(keyName: "recovery key k")),
      (
        passphrase, "correct horse battery staple, but with more words here",
        .wrongPassphrase(keyName: "recovery key k")
      ),
    ]
    for (storage, typed, error) in cases {
      #expect(throws: error, "\(typed)") { try storage.open(typed, with: suite) }
    }
  }

  @Test(
    "The passphrase opens it, with and without blanks at its ends",
    arguments: ["hunter2", " spaced out ", "日本 é"])
  func passphrase(passphrase: String) throws {
    let key = try SecretStorageKey(passphrase: passphrase, salt: "salt", rounds: 1000, with: suite)
    for bits in ["", #", "bits": 256"#] {
      let members = #", "passphrase": {"algorithm": "m.pbkdf2", "salt": "salt", "iterations": 1000\#(bits)}"#
      let storage = try storage(try description(key, members))
      #expect(storage.acceptsPassphrase)
      _ = try storage.open(passphrase, with: suite)
      _ = try storage.open(RecoveryKey.text(for: key).utf8, with: suite)
      if passphrase.first != " " { _ = try storage.open(" \(passphrase)\n", with: suite) }
      #expect(throws: RecoveryError.wrongPassphrase(keyName: "recovery key k")) {
        try storage.open(passphrase + "!", with: suite)
      }
    }
  }

  @Test(
    "A description of a passphrase that is not supported leaves the recovery key",
    arguments: [
      #"{"algorithm": "m.other", "salt": "s", "iterations": 1}"#, #"{"algorithm": "m.pbkdf2", "salt": "s"}"#,
      #"{"algorithm": "m.pbkdf2", "salt": "s", "iterations": 1, "bits": 512}"#, "7",
    ])
  func unsupported(passphrase: String) throws {
    let storage = try storage(try description(key, #", "passphrase": \#(passphrase)"#))
    #expect(!storage.acceptsPassphrase)
    _ = try storage.open(text, with: suite)
  }

  @Test("Rounds that would take minutes are refused", arguments: [0, -1, 10_000_001, Int.max])
  func rounds(rounds: Int) throws {
    let storage = try storage(
      try description(
        key, #", "passphrase": {"algorithm": "m.pbkdf2", "salt": "s", "iterations": \#(rounds)}"#))
    #expect(throws: RecoveryError.cipher(.unusableRounds(rounds))) {
      try storage.open("pass word", with: suite)
    }
  }

  @Test("Without a check value a secret proves the key; without both nothing does")
  func unchecked() throws {
    let secret = try stored(Array("text".utf8), key)
    let other = RecoveryKey.text(for: try SecretStorageKey(suite.randomSecret(count: 32))).utf8
    for description in [
      try description(key, check: false), try description(key, check: false, #", "iv": "?", "mac": 1"#),
    ] {
      let proven = try storage(description, secret: secret)
      #expect(try proven.open(text, with: suite).secret(name, with: suite).utf8 == "text")
      #expect(throws: RecoveryError.otherRecoveryKey(keyName: "recovery key k")) {
        try proven.open(other, with: suite)
      }
      #expect(throws: RecoveryError.keyCannotBeChecked(keyID: "k")) {
        try storage(description).open(text, with: suite)
      }
    }
  }

  @Test("Padded base64 is read everywhere")
  func padded() throws {
    let fields = try key.check(with: suite).fields
    let description = try node(
      #"{"algorithm": "m.secret_storage.v1.aes-hmac-sha2", "iv": "\#(fields.iv)==", "mac": "\#(fields.mac)="}"#
    )
    let seed = try suite.randomSecret(count: 32)
    let padded = Secret(joining: [Base64.encode(seed), Array("=\n".utf8)])
    let storage = try storage(description, secret: try stored(padded, key))
    #expect(suite.isEqual(try storage.open(text, with: suite).seed(name, with: suite), seed))
  }

  @Test("The key of another description is found as well")
  func otherKeys() throws {
    let old = try SecretStorageKey(suite.randomSecret(count: 32))
    let others = [
      "m.secret_storage.key.a": try description(old), "m.secret_storage.key.gone": try node("{}"),
      "m.secret_storage.key.new": try node(#"{"algorithm": "m.future"}"#),
    ]
    let secret = try stored(Array("a".utf8), key) + "," + stored(Array("b".utf8), old, id: "a")
    let storage = try storage(try description(key), secret: secret, others: others)
    #expect(storage.keys.map(\.id) == ["k", "a"])
    let open = try storage.open(RecoveryKey.text(for: old).utf8, with: suite)
    #expect(open.keyID == "a")
    #expect(try open.secret(name, with: suite).utf8 == "b")
    #expect(try storage.open(text, with: suite).secret(name, with: suite).utf8 == "a")
    // A key that was stored on this device.
    #expect(try storage.open(old, with: suite).keyID == "a")
  }

  @Test("A default key that is missing or unknown is named")
  func defaultKey() throws {
    #expect(throws: RecoveryError.noSecretStorage) {
      try SecretStorage(accountData: [:]).open(text, with: suite)
    }
    #expect(throws: RecoveryError.keyNotDescribed(keyID: "k")) { try storage(nil).open(text, with: suite) }
    #expect(throws: RecoveryError.keyNotDescribed(keyID: "k")) {
      try storage(try node("{}")).open(text, with: suite)
    }
    #expect(throws: RecoveryError.unknownKeyAlgorithm("m.future")) {
      try storage(try node(#"{"algorithm": "m.future"}"#)).open(text, with: suite)
    }
  }

  @Test("A secret that cannot be read says its name, its key and the reason")
  func secrets() throws {
    func read(_ content: String) throws -> OpenSecretStorage {
      try storage(try description(key), others: [name: try node(content)]).open(text, with: suite)
    }
    let good = try stored(Array("AAAA".utf8), key)
    let cases: [(String, RecoveryError)] = [
      ("{}", .secretMissing(name: name)), (#"{"encrypted": {}}"#, .secretMissing(name: name)),
      (#"{"encrypted": 7}"#, .secretMissing(name: name)),
      (
        #"{"encrypted": {\#(try stored(Array("a".utf8), key, id: "x"))}}"#,
        .secretUnderOtherKey(name: name, keyName: "recovery key k")
      ),
      (#"{"encrypted": {"k": {}}}"#, .secretMalformed(name: name)),
      (#"{"encrypted": {"k": {"iv": "a", "ciphertext": "b", "mac": "c"}}}"#, .secretMalformed(name: name)),
      // Of another name, so of another key.
      (
        #"{"encrypted": {\#(try stored(Array("AAAA".utf8), key, name: "m.cross_signing.self_signing"))}}"#,
        .secretDamaged(name: name, keyName: "recovery key k")
      ),
      (#"{"encrypted": {\#(good)}}"#, .secretUnusable(name: name)),
      (#"{"encrypted": {\#(try stored(Array("?".utf8), key))}}"#, .secretUnusable(name: name)),
      (#"{"encrypted": {\#(try stored([UInt8](), key))}}"#, .secretUnusable(name: name)),
    ]
    for (content, error) in cases {
      #expect(throws: error, "\(content)") { try read(content).seed(name, with: suite) }
    }
    #expect(try read(#"{"encrypted": {\#(good)}}"#).secret(name, with: suite).utf8 == "AAAA")
  }

  @Test("Every error is a sentence of its own")
  func sentences() {
    let errors: [RecoveryError] = [
      .nothingTyped, .otherRecoveryKey(keyName: "k"), .wrongPassphrase(keyName: "k"), .noSecretStorage,
      .secretStorageClosed, .keyNotDescribed(keyID: "k"), .unknownKeyAlgorithm("k"),
      .keyCannotBeChecked(keyID: "k"),
      .secretMissing(name: "n"), .secretUnderOtherKey(name: "n", keyName: "k"), .secretMalformed(name: "n"),
      .secretDamaged(name: "n", keyName: "k"), .secretUnusable(name: "n"), .deviceReplaced(device: "d"),
      .deviceNotListed(device: "d"),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
