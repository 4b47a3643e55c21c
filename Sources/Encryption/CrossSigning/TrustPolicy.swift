/// What is known of a device.
package enum DeviceState: Hashable, Sendable, CaseIterable {
  /// Signed by its user.
  case signed
  /// Not signed by its user.
  case unsigned
  /// Treated as signed by a rule (`OlmMachine.setRule`): a test, or a bridge that cannot sign.
  case excepted
  /// Blocked by the user: it gets no keys.
  case blocked
  /// A device of this id had another signing key before: an attack or a fault, never a reason to trust it.
  case replaced
}

/// Whether a device gets a room key.
package enum KeyDelivery: Hashable, Sendable {
  case share
  /// The device gets no key, and is told why.
  case withhold(WithheldCode)
  /// Sending in the room is blocked until the user acknowledges or verifies the identity.
  case block(IdentityState)
}

/// How a decrypted message is shown.
package enum MessageTrust: Hashable, Sendable {
  case shown
  /// Shown with a mark.
  case marked(Reason)
  /// Only the reason is shown.
  case hidden(Reason)

  package enum Reason: Hashable, Sendable {
    /// The device is not signed by its user.
    case unsignedDevice
    /// A device of the same id had other keys before.
    case replacedDevice
    /// The user blocked the device.
    case blockedDevice
    /// The sender's identity changed.
    case identityChanged
    /// The sender was verified, and is not any more.
    case verificationLost
    /// The key came from the backup or another device: the sender is not proven.
    case senderNotProven
  }
}

/// The rules of MSC4153: room keys go only to devices that their users signed, and only messages of these devices are shown.
package enum TrustPolicy {
  /// Whether a device gets a room key.
  package static func delivery(to device: DeviceState, of identity: IdentityState) -> KeyDelivery {
    switch identity {
    case .changed, .verificationLost: return .block(identity)
    case .absent, .known, .verified, .hidden: break
    }
    switch device {
    case .excepted: return .share
    case .blocked: return .withhold(.blacklisted)
    case .unsigned, .replaced: return .withhold(.unverified)
    case .signed:
      // A device does not count as signed if the identity of its user is absent or hidden.
      return identity == .known || identity == .verified ? .share : .withhold(.unverified)
    }
  }

  /// How a message is shown whose key came from this device.
  package static func trust(in device: DeviceState, of identity: IdentityState) -> MessageTrust {
    if device == .replaced { return .hidden(.replacedDevice) }
    if identity == .verificationLost { return .hidden(.verificationLost) }
    switch device {
    case .excepted: return identity == .changed ? .marked(.identityChanged) : .shown
    case .unsigned, .replaced: return .hidden(.unsignedDevice)
    case .blocked: return .hidden(.blockedDevice)
    case .signed:
      switch identity {
      case .known, .verified: return .shown
      case .changed: return .marked(.identityChanged)
      case .absent, .hidden, .verificationLost: return .hidden(.unsignedDevice)
      }
    }
  }
}

/// Why a device was given no room key: `m.room_key.withheld`.
package enum WithheldCode: String, Hashable, Sendable, CaseIterable {
  case blacklisted = "m.blacklisted"
  case unverified = "m.unverified"
  case unauthorised = "m.unauthorised"
  case unavailable = "m.unavailable"
  case noOlm = "m.no_olm"
  /// MSC4268: the key is not part of the history that invited people get.
  case historyNotShared = "m.history_not_shared"
}
