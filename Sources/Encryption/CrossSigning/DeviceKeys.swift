package import Ciphers
package import JSON

/// The public keys of one device, which signed them itself.
///
/// Reading one checks user, device, keys and signature, because the server checks none of them. Whether the user
/// signed the device is checked by `UserIdentity`.
package struct DeviceKeys: Sendable {
  package let user: String
  package let device: String
  /// The key to encrypt to: `curve25519`.
  package let identityKey: X25519PublicKey
  /// The key that signs: `ed25519`.
  package let signingKey: Ed25519PublicKey
  /// The object as the server has it, to be signed by others.
  package let object: SignedObject

  /// Reads and verifies the object of a device.
  ///
  /// - Parameters:
  ///   - node: from `keys/query`, or `sender_device_keys` of an Olm message.
  ///   - user: the expected owner. The valid object of another user must not be accepted (CVE-2026-45056).
  ///   - device: the expected id; nil accepts any.
  package init(
    _ node: JSONNode, of user: String, device: String? = nil, with suite: CipherSuite
  ) throws(DeviceKeysError) {
    guard let foundUser = node["user_id"]?.string, let foundDevice = node["device_id"]?.string,
      !foundDevice.isEmpty
    else { throw .malformed }
    guard foundUser.utf8.elementsEqual(user.utf8) else { throw .otherUser(foundUser) }
    if let device, !foundDevice.utf8.elementsEqual(device.utf8) { throw .otherDevice(foundDevice) }
    self.user = user
    self.device = foundDevice
    guard let identityKey = node["keys"]?["curve25519:" + foundDevice]?.string,
      let signingKey = node["keys"]?[SignedObject.keyID(foundDevice)]?.string
    else { throw .withoutKeys }
    do {
      self.identityKey = try X25519PublicKey(base64: identityKey)
      self.signingKey = try Ed25519PublicKey(base64: signingKey)
    } catch { throw .unusableKey(error) }
    do {
      object = try SignedObject(node)
      try object.verify(signatureOf: user, by: foundDevice, self.signingKey, with: suite)
    } catch { throw .signature(error) }
  }

  /// The algorithms that this program supports.
  package static let algorithms = ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"]

  /// The object of one of our own devices, before it is signed.
  package static func unsigned(
    user: String, device: String, identityKey: X25519PublicKey, signingKey: Ed25519PublicKey
  ) throws(SignatureError) -> SignedObject {
    try SignedObject(
      parsing: JSONWriter.bytes { json in
        json.object { json in
          json.member("algorithms", algorithms)
          json.member("device_id", device)
          json.object("keys") { json in
            json.member("curve25519:" + device, identityKey.base64)
            json.member(SignedObject.keyID(device), signingKey.base64)
          }
          json.member("user_id", user)
        }
      })
  }
}

/// Why the keys of a device are refused.
package enum DeviceKeysError: Error, Hashable, Sendable {
  /// The user or the device is missing.
  case malformed
  /// The object is of another user.
  case otherUser(String)
  /// The object is of another device.
  case otherDevice(String)
  /// One of the two keys is missing.
  case withoutKeys
  case unusableKey(CipherError)
  case signature(SignatureError)
}

extension DeviceKeysError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "The keys of a device name no user or device"
    case .otherUser(let user): "The keys of a device are of \(user)"
    case .otherDevice(let device): "The keys of a device are of device \(device)"
    case .withoutKeys: "A device has no keys"
    case .unusableKey(let error): error.description
    case .signature(let error): error.description
    }
  }
}
