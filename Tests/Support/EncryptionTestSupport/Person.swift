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
    return try keysAnswer(
      devices: [user: devices.mapValues(\.node)],
      identities: objects.filter { $0.key != .userSigning }.mapValues { [user: $0.node] })
  }
}

/// An answer of `keys/query`.
///
/// - Parameters:
///   - devices: the keys of devices, by user and device.
///   - identities: the keys of cross-signing, by usage and user.
package func keysAnswer(
  devices: [String: [String: JSONNode]], identities: [KeyUsage: [String: JSONNode]]
) throws -> JSONNode {
  try object { json in
    json.object("device_keys") { json in
      for (user, devices) in devices.sorted(by: { $0.key < $1.key }) {
        json.object(user) { json in
          for (device, keys) in devices.sorted(by: { $0.key < $1.key }) { json.member(device, keys) }
        }
      }
    }
    for usage in KeyUsage.allCases {
      json.object(usage.rawValue + "_keys") { json in
        for (user, key) in (identities[usage] ?? [:]).sorted(by: { $0.key < $1.key }) {
          json.member(user, key)
        }
      }
    }
  }
}

/// An object that a test writes.
package func object(_ write: (inout JSONWriter) throws -> Void) throws -> JSONNode {
  try JSONDocument(JSONWriter.bytes { json in try json.object { json in try write(&json) } }).root
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
