package import Ciphers
package import JSON

/// What a cross-signing key signs.
package enum KeyUsage: String, Hashable, Sendable, CaseIterable {
  /// The other two keys. The master key is the identity of its user.
  case master
  /// The devices of the user.
  case selfSigning = "self_signing"
  /// The master keys of others, once the user verified them.
  case userSigning = "user_signing"

  /// The type of the account data in which secret storage has the private key.
  package var secretName: String { "m.cross_signing." + rawValue }
}

/// A public cross-signing key.
package struct CrossSigningKey: Sendable {
  package let user: String
  package let usage: KeyUsage
  package let publicKey: Ed25519PublicKey
  /// The object as the server has it, with its signatures.
  package let object: SignedObject

  /// Reads an object of `keys/query`. Signatures are not verified: see `UserIdentity`.
  package init(_ node: JSONNode, of user: String, usage: KeyUsage) throws(CrossSigningError) {
    guard let found = node["user_id"]?.string, found.utf8.elementsEqual(user.utf8) else {
      throw .otherUser(usage)
    }
    // Without this check, one key could be passed off as another: a self-signing key as the master key.
    guard node["usage"].elements.contains(where: { $0.isString(usage.rawValue) }) else {
      throw .otherUsage(usage)
    }
    let keys = Array(node["keys"].members)
    guard keys.count == 1, let text = keys[0].value.string, keys[0].key == SignedObject.keyID(text) else {
      throw .withoutKey(usage)
    }
    do { publicKey = try Ed25519PublicKey(base64: text) } catch { throw .unusableKey(usage, error) }
    // Padded base64 would be a second name of the key.
    guard publicKey.base64 == text else { throw .unusableKey(usage, .notBase64) }
    do { object = try SignedObject(node) } catch { throw .signature(usage, error) }
    (self.user, self.usage) = (user, usage)
  }

  /// The name of the key in signatures: the public key in base64.
  package var name: String { publicKey.base64 }

  /// The object of a new key, without signatures.
  static func unsigned(
    _ publicKey: Ed25519PublicKey, of user: String, usage: KeyUsage
  ) throws(SignatureError) -> SignedObject {
    try SignedObject(
      parsing: JSONWriter.bytes { json in
        json.object { json in
          json.object("keys") { json in
            json.member(SignedObject.keyID(publicKey.base64), publicKey.base64)
          }
          json.member("usage", [usage.rawValue])
          json.member("user_id", user)
        }
      })
  }
}

/// Why a cross-signing key is refused.
package enum CrossSigningError: Error, Hashable, Sendable {
  case otherUser(KeyUsage)
  case otherUsage(KeyUsage)
  /// The object has no key, or more than one.
  case withoutKey(KeyUsage)
  case unusableKey(KeyUsage, CipherError)
  case signature(KeyUsage, SignatureError)
  /// A private key does not belong to the public one of the account.
  case otherPrivateKey(KeyUsage)
  /// A required private key is missing.
  case privateKeyMissing(KeyUsage)
  case cipher(CipherError)
}

extension CrossSigningError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherUser(let usage): "The \(usage.words) key is of another user"
    case .otherUsage(let usage): "A key is not a \(usage.words) key"
    case .withoutKey(let usage): "The \(usage.words) key is missing"
    case .unusableKey(let usage, let error): "The \(usage.words) key is not usable: \(error)"
    case .signature(let usage, let error): "The \(usage.words) key is not accepted: \(error)"
    case .otherPrivateKey(let usage): "The private \(usage.words) key belongs to another public key"
    case .privateKeyMissing(let usage): "The private \(usage.words) key is missing"
    case .cipher(let error): error.description
    }
  }
}

extension KeyUsage {
  /// The name of the usage in messages to the user.
  package var words: String {
    switch self {
    case .master: "master"
    case .selfSigning: "self-signing"
    case .userSigning: "user-signing"
    }
  }
}
