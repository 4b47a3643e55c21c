package import CrossSigning
import Olm

/// A request that the service makes for the machine.
///
/// Give its answer to `OlmMachine.take(answer:to:)`. One that was not answered comes again from `OlmMachine.requests()`, with
/// the same transaction id where it has one.
package struct OutgoingRequest: Hashable, Sendable {
  /// What it is for.
  package enum Kind: Hashable, Sendable {
    case uploadKeys
    case queryKeys
    case claimKeys
    /// To-device messages; the type is that of their events.
    case toDevice(type: String)
  }

  /// What the machine needs to understand the answer.
  enum Context: Hashable, Sendable {
    case upload(keys: [KeyID], hasDeviceKeys: Bool)
    /// Users, and how often their lists had changed when the request was made.
    case query([String: Int64])
    case claim([DeviceAddress])
    /// A one-time key of this device itself.
    case claimOwn
    case stored(number: Int64)
  }

  package let kind: Kind
  package let request: ServerRequest
  let context: Context
}

/// A device, as the server names it.
package struct DeviceAddress: Hashable, Sendable, Comparable {
  package let user: String
  package let device: String

  package init(user: String, device: String) { (self.user, self.device) = (user, device) }

  package static func < (left: DeviceAddress, right: DeviceAddress) -> Bool {
    (left.user, left.device) < (right.user, right.device)
  }
}
