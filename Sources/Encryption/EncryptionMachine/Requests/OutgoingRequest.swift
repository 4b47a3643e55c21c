package import CrossSigning
import Olm

/// A request that the service makes for the machine.
///
/// Give its answer to `OlmMachine.take(answer:to:)`. An unanswered request is returned again by `OlmMachine.requests()`, with the
/// same transaction id where it has one.
package struct OutgoingRequest: Hashable, Sendable {
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

  package let request: ServerRequest
  let context: Context

  /// Whether it asks for lists of devices.
  package var isQuery: Bool { if case .query = context { true } else { false } }
}
