package import Ciphers
package import JSON

/// What an answer of `keys/query` says about one user.
package struct UserKeys: Sendable {
  package let user: String
  /// Devices whose own signature is valid, by their ids.
  package let devices: [String: DeviceKeys]
  /// Devices that are refused, by their ids. Devices without keys are in neither list and do not count.
  package let refused: [String: DeviceKeysError]
  /// nil if the user has none, or the server hides it, or it is refused.
  package let identity: UserIdentity?
  /// Why the identity is refused.
  package let identityFault: CrossSigningError?

  /// Reads an answer.
  ///
  /// - Returns: nil if the answer does not contain the user, for example because their server is down. Keep the previous list
  ///   then.
  package init?(of user: String, in answer: JSONNode, with suite: CipherSuite) {
    guard let found = answer["device_keys"]?[user], found.kind == .object else { return nil }
    self.user = user
    var devices: [String: DeviceKeys] = [:]
    var refused: [String: DeviceKeysError] = [:]
    for member in found.members where !member.value["keys"].members.isEmpty {
      let device = member.key
      do {
        devices[device] = try DeviceKeys(member.value, of: user, device: device, with: suite)
        refused[device] = nil
      } catch {
        refused[device] = error
        devices[device] = nil
      }
    }
    (self.devices, self.refused) = (devices, refused)
    guard let master = answer["master_keys"]?[user] else {
      (identity, identityFault) = (nil, nil)
      return
    }
    do {
      identity = try UserIdentity(
        master: master, selfSigning: answer["self_signing_keys"]?[user],
        userSigning: answer["user_signing_keys"]?[user], of: user, with: suite)
      identityFault = nil
    } catch { (identity, identityFault) = (nil, error) }
  }

  /// Whether the server shows these keys of a device of our own, with a signature of its user.
  package func hasSigned(_ device: DeviceKeys, with suite: CipherSuite) -> Bool {
    guard let listed = devices[device.device], listed.signingKey == device.signingKey,
      listed.identityKey == device.identityKey
    else { return false }
    return isSigned(listed, with: suite)
  }

  /// Whether a device is signed by its user.
  package func isSigned(_ device: DeviceKeys, with suite: CipherSuite) -> Bool {
    identity?.hasSigned(device, with: suite) == true
  }
}
