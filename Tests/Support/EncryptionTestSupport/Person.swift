package import Ciphers
package import CrossSigning
package import JSON

/// A user with keys of cross-signing and devices, as a server would have them.
package struct Person {
  package let suite: CipherSuite
  package let user: String
  package let secrets: CrossSigningSecrets
  package var devices: [String: SignedObject] = [:]

  package init(_ user: String, _ suite: CipherSuite) throws {
    (self.user, self.suite) = (user, suite)
    secrets = try CrossSigningSecrets(randomFor: user, with: suite)
  }

  /// Adds a device that signed itself, and the user if asked.
  @discardableResult
  package mutating func addDevice(_ device: String, isSigned: Bool = true) throws -> DeviceKeys {
    let signing = try Ed25519PrivateKey(randomWith: suite)
    let unsigned = try DeviceKeys.unsigned(
      user: user, device: device, identityKey: X25519PrivateKey(randomWith: suite).publicKey,
      signingKey: signing.publicKey)
    var object = try unsigned.signed(by: signing, of: user, named: device, with: suite)
    if isSigned {
      object = try secrets.signed(try DeviceKeys(object.node, of: user, with: suite), with: suite)
    }
    devices[device] = object
    return try DeviceKeys(object.node, of: user, device: device, with: suite)
  }

  /// The public keys as the server shows them to others, or to the user.
  package func identity(own: Bool = false) throws -> UserIdentity {
    let objects = try secrets.publicObjects(with: suite)
    guard let master = objects[.master] else { throw CrossSigningError.privateKeyMissing(.master) }
    return try UserIdentity(
      master: master.node, selfSigning: objects[.selfSigning]?.node,
      userSigning: own ? objects[.userSigning]?.node : nil, of: user, with: suite)
  }

  /// An answer of `keys/query` about this user.
  package func answer(masters: [KeyUsage: SignedObject]? = nil) throws -> JSONNode {
    let objects = try masters ?? secrets.publicObjects(with: suite)
    let text = JSONWriter.bytes { json in
      json.object { json in
        json.object("device_keys") { json in
          json.object(user) { json in
            for (name, device) in devices.sorted(by: { $0.key < $1.key }) { json.member(name, device.node) }
          }
        }
        for (usage, name) in [(KeyUsage.master, "master_keys"), (.selfSigning, "self_signing_keys")] {
          guard let object = objects[usage] else { continue }
          json.object(name) { json in json.member(user, object.node) }
        }
      }
    }
    return try JSONDocument(text).root
  }
}

/// Parses a text of a test.
package func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

extension SignedObject {
  /// The object with parts of its text replaced.
  package func replacing(_ old: String, with new: String) throws -> SignedObject {
    let text = String(decoding: self.text, as: UTF8.self)
    precondition(text.contains(old), "\(old) is not in \(text)")
    return try SignedObject(parsing: Array(text.replacing(old, with: new).utf8))
  }
}
