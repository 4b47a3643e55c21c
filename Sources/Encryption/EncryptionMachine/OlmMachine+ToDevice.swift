package import Ciphers

/// What became of a message to a device.
package enum ToDeviceDelivery: Hashable, Sendable {
  /// It is encrypted and among `OlmMachine.requests()`.
  case queued
  /// There is no session with the device yet: perform this request, give in its answer, and try again.
  case needsSession(OutgoingRequest)
  /// The device is not known, or had no one-time key a moment ago.
  case unreachable
}

extension OlmMachine {
  /// Encrypts a message to a device of ours or of others, such as a secret or a step of a verification, and queues it.
  ///
  /// The caller decides whether the device may have it.
  ///
  /// - Parameter content: an object of JSON.
  package func send(
    toDevice address: DeviceAddress, type: String, content: Secret
  ) throws(MachineError) -> ToDeviceDelivery {
    try database.transaction { () throws(MachineError) in
      guard let device = try DeviceStore(database: database).device(address) else { return .unreachable }
      if let message = try OlmChannel(database: database).encrypt(type: type, content, to: device) {
        try RequestQueue(database: database).add(
          type: "m.room.encrypted", [address.user: [address.device: message]])
        return .queued
      }
      guard try OlmSessions(database: database).isClaimable(device),
        let claim = KeyClaims(database: database).request(for: [address])
      else { return .unreachable }
      return .needsSession(claim)
    }
  }
}
