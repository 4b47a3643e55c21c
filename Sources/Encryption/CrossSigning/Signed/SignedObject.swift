package import Ciphers
package import JSON

/// A JSON object that is or will be signed.
///
/// Appendices, "Signing JSON": the canonical form without `signatures` and `unsigned` is signed. Members that this program does
/// not know are signed too, so an object keeps the bytes it came with.
package struct SignedObject: Sendable {
  /// The object, with its signatures.
  package let node: JSONNode
  /// The bytes that are signed.
  package let signedBytes: [UInt8]

  /// Takes an object, without verifying anything.
  package init(_ node: JSONNode) throws(SignatureError) {
    guard node.kind == .object else { throw .notAnObject }
    self.node = node
    do { signedBytes = try node.canonical(without: ["signatures", "unsigned"]) } catch {
      throw .notCanonical(error)
    }
  }

  /// Parses an object, without verifying anything.
  package init(parsing text: [UInt8]) throws(SignatureError) {
    let document: JSONDocument
    do { document = try JSONDocument(text) } catch { throw .notCanonical(error) }
    try self.init(document.root)
  }

  /// The id of an Ed25519 key, as used in `keys` and `signatures`.
  ///
  /// - Parameter name: a device id, or the public key in base64 for cross-signing keys.
  package static func keyID(_ name: String) -> String { "ed25519:" + name }

  /// The object as compact JSON, with all its members and signatures.
  package var text: [UInt8] { JSONWriter.bytes { json in json.node(node) } }
}

// MARK: - Verifying

extension SignedObject {
  /// Whether the object has a signature of this name. Says nothing about its validity.
  package func hasSignature(of user: String, by name: String) -> Bool {
    node["signatures"]?[user]?[Self.keyID(name)]?.string != nil
  }

  /// Throws unless the object has a valid signature.
  ///
  /// - Parameters:
  ///   - user: the owner of the key.
  ///   - name: the name of the key, without `ed25519:`.
  ///   - key: the key, from a trusted source. The name of a key proves nothing.
  package func verify(
    signatureOf user: String, by name: String, _ key: Ed25519PublicKey, with suite: CipherSuite
  ) throws(SignatureError) {
    guard let text = node["signatures"]?[user]?[Self.keyID(name)]?.string else {
      throw .missing(user: user, key: name)
    }
    do throws(CipherError) {
      let signature = try Base64.bytes(text)
      guard signature.count == 64 else { throw .wrongSize(expected: 64, found: signature.count) }
      try key.verify(signature, of: signedBytes, using: suite)
    } catch {
      switch error {
      case .notBase64, .wrongSize: throw .malformed(user: user, key: name)
      case .wrongSignature: throw .wrong(user: user, key: name)
      default: throw .cipher(error)
      }
    }
  }
}

// MARK: - Signing

extension SignedObject {
  /// The object with one more signature, which replaces one of the same name.
  ///
  /// - Parameter signature: the signature of `signedBytes`, for example from `Account.sign`.
  package func adding(
    _ signature: [UInt8], of user: String, by name: String
  ) throws(SignatureError) -> SignedObject {
    let text = JSONWriter.bytes { json in
      json.object { json in
        for member in node.members where member.key != "signatures" { json.member(member.key, member.value) }
        json.object("signatures") { json in
          let signatures = node["signatures"]
          for others in signatures.members where others.key != user { json.member(others.key, others.value) }
          json.object(user) { json in
            for other in (signatures?[user]).members where other.key != Self.keyID(name) {
              json.member(other.key, other.value)
            }
            json.member(Self.keyID(name), Base64.text(signature))
          }
        }
      }
    }
    return try SignedObject(parsing: text)
  }

  /// The object, signed by a private key.
  package func signed(
    by key: Ed25519PrivateKey, of user: String, named name: String, with suite: CipherSuite
  ) throws(SignatureError) -> SignedObject {
    let signature: [UInt8]
    do { signature = try key.sign(signedBytes, using: suite) } catch { throw .cipher(error) }
    return try adding(signature, of: user, by: name)
  }
}
