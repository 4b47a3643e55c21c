package import Ciphers
package import CrossSigning
import JSON

/// The keys of this device, and its signature.
package struct ThisDevice {
  package let keys: DeviceKeys
  /// The object with this device's signature.
  let signed: (SignedObject) throws(RecoveryError) -> SignedObject

  /// - Parameters:
  ///   - keys: the object from this device, not from the server.
  ///   - signed: adds the device's signature to an object. May throw `RecoveryError.device`.
  package init(_ keys: DeviceKeys, signed: @escaping (SignedObject) throws(RecoveryError) -> SignedObject) {
    (self.keys, self.signed) = (keys, signed)
  }

  /// Throws if the server does not list this device, or shows other keys under its id.
  func check(listedIn account: UserKeys) throws(RecoveryError) {
    guard let listed = account.devices[keys.device] else { throw .deviceNotListed(device: keys.device) }
    guard listed.signingKey == keys.signingKey, listed.identityKey == keys.identityKey else {
      throw .deviceReplaced(device: keys.device)
    }
  }

  /// The request that uploads the account's signature of this device, and this device's signature of the master key.
  ///
  /// Query the keys afterwards: the answer to this request proves nothing.
  package func signatures(
    with secrets: CrossSigningSecrets, master: SignedObject, _ suite: CipherSuite
  ) throws(RecoveryError) -> ServerRequest {
    let device: SignedObject
    do { device = try secrets.signed(keys, with: suite) } catch { throw .crossSigning(error) }
    var objects = [keys.device: device]
    if let name = master.node["keys"].members.first(where: { _ in true })?.value.string {
      // Synapse refuses the object for any other signature that is not of a present device: Element's master keys sign themselves,
      // and devices are removed.
      let unsigned: SignedObject
      do { unsigned = try SignedObject(parsing: master.signedBytes) } catch { throw .signature(error) }
      objects[name] = try signed(unsigned)
    }
    return ServerRequest.upload(signed: objects, of: keys.user)
  }
}
