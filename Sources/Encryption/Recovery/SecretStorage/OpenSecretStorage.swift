package import Ciphers
import JSON

/// Secret storage with its key.
package struct OpenSecretStorage {
  /// The key that the recovery key spells.
  package let key: SecretStorageKey
  package let keyID: String
  /// The name of the key in messages to the user.
  let keyName: String
  let contents: [String: JSONNode]
  /// Whether the account names no default key at all.
  let isDefaultMissing: Bool

  init(_ key: SecretStorageKey, _ description: KeyDescription, in storage: SecretStorage) {
    (self.key, keyID, keyName, contents) = (key, description.id, description.name, storage.contents)
    isDefaultMissing = storage.defaultKeyID == nil
  }

  /// A new secret storage, not yet on the server.
  init(new key: SecretStorageKey, id: String, keeping contents: [String: JSONNode]) {
    (self.key, keyID, keyName, self.contents) = (key, id, "recovery key \(id)", contents)
    isDefaultMissing = true
  }

  /// The secret with this name, as text.
  package func secret(_ name: String, with suite: CipherSuite) throws(RecoveryError) -> Secret {
    guard let encrypted = contents[name]?["encrypted"], !encrypted.members.isEmpty else {
      throw .secretMissing(name: name)
    }
    guard encrypted[keyID] != nil else { throw .secretUnderOtherKey(name: name, keyName: keyName) }
    do throws(CipherError) {
      guard
        let sealed = try contents[name].flatMap({ content throws(CipherError) in
          try SecretStorage.sealed(content, under: keyID)
        })
      else { throw .notBase64 }
      return try key.open(sealed, name: name, with: suite)
    } catch {
      switch error {
      case .notAuthentic: throw .secretDamaged(name: name, keyName: keyName)
      case .notBase64, .wrongSize: throw .secretMalformed(name: name)
      default: throw .cipher(error)
      }
    }
  }

  /// A secret that is a key: 32 bytes, stored as base64.
  package func seed(_ name: String, with suite: CipherSuite) throws(RecoveryError) -> Secret {
    let text = try secret(name, with: suite)
    // Some clients stored a trailing newline.
    let count = text.withBytes { text in
      text.count - text.reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    }
    do {
      let seed = try Base64.decode(text[0..<count])
      guard seed.count == 32 else { throw CipherError.wrongSize(expected: 32, found: seed.count) }
      return seed
    } catch { throw .secretUnusable(name: name) }
  }

  /// The content of account data that stores a key as base64.
  ///
  /// - Parameter keepsOthers: whether to keep what is stored under other keys.
  func content(
    storing seed: Secret, name: String, keepsOthers: Bool, with suite: CipherSuite
  ) throws(RecoveryError) -> [UInt8] {
    let fields: (iv: String, ciphertext: String, mac: String)
    do { fields = try key.seal(Base64.encode(seed), name: name, with: suite).fields } catch {
      throw .cipher(error)
    }
    return JSONWriter.bytes { json in
      json.object { json in
        json.object("encrypted") { json in
          if keepsOthers {
            for other in (contents[name]?["encrypted"]).members where other.key != keyID {
              json.member(other.key, other.value)
            }
          }
          json.object(keyID) { json in
            json.member("iv", fields.iv)
            json.member("ciphertext", fields.ciphertext)
            json.member("mac", fields.mac)
          }
        }
      }
    }
  }
}
