package import Ciphers
package import JSON

/// The public description of a key of secret storage: account data `m.secret_storage.key.<id>`.
package struct KeyDescription: Sendable {
  /// How to derive the key from a passphrase.
  package struct Passphrase: Hashable, Sendable {
    package let salt: String
    package let rounds: Int
  }

  package let id: String
  /// The name that the user gave the key.
  package let givenName: String?
  /// nil in old accounts.
  package let check: KeyCheck?
  /// nil if only the recovery key opens it.
  package let passphrase: Passphrase?

  static let typePrefix = "m.secret_storage.key."
  static let defaultKeyType = "m.secret_storage.default_key"
  private static let algorithm = "m.secret_storage.v1.aes-hmac-sha2"

  /// Reads the content of the account data.
  package init(_ content: JSONNode, id: String) throws(RecoveryError) {
    let algorithm = content["algorithm"]?.string ?? ""
    guard algorithm == Self.algorithm else { throw .unknownKeyAlgorithm(algorithm) }
    self.id = id
    givenName = content["name"]?.string
    check = Self.check(content)
    passphrase = Self.passphrase(content["passphrase"])
  }

  /// An unreadable check value is treated as missing; then a stored secret proves the key.
  private static func check(_ content: JSONNode) -> KeyCheck? {
    guard let iv = content["iv"]?.string, let mac = content["mac"]?.string else { return nil }
    do { return try KeyCheck(iv: iv, mac: mac) } catch { return nil }
  }

  private static func passphrase(_ content: JSONNode?) -> Passphrase? {
    guard let content, content["algorithm"]?.isString("m.pbkdf2") == true,
      let salt = content["salt"]?.string, let rounds = content["iterations"]?.integer,
      content["bits"].map({ $0.integer == 256 }) ?? true
    else { return nil }
    return Passphrase(salt: salt, rounds: rounds)
  }

  /// The name of the key in messages to the user.
  package var name: String { givenName.map { "\"\($0)\"" } ?? "recovery key \(id)" }

  /// Whether there is a check value that belongs to the key.
  func isChecked(by key: SecretStorageKey, _ suite: CipherSuite) throws(RecoveryError) -> Bool {
    guard let check else { return false }
    do throws(CipherError) {
      try key.verify(check, with: suite)
      return true
    } catch .notAuthentic {
      return false
    } catch { throw .cipher(error) }
  }

  /// The content for a new key.
  static func content(for key: SecretStorageKey, with suite: CipherSuite) throws(RecoveryError) -> [UInt8] {
    let check: KeyCheck
    do { check = try key.check(with: suite) } catch { throw .cipher(error) }
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", algorithm)
        json.member("iv", check.fields.iv)
        json.member("mac", check.fields.mac)
      }
    }
  }
}
