import ChatDomain
import Synchronization

/// What every device knows of a service without asking.
final class Announcements: Sendable {
  private let present: Mutex<(limits: ServiceLimits, refusals: [ChannelID: ChatError.Refusal])>

  init(limits: ServiceLimits) { present = Mutex((limits, [:])) }

  var limits: ServiceLimits { present.withLock { $0.limits } }

  func set(_ limits: ServiceLimits) { present.withLock { $0.limits = limits } }

  /// Why nothing can be sent to a channel.
  func sendingRefusal(in channel: ChannelID) -> ChatError.Refusal? {
    present.withLock { $0.refusals[channel] }
  }

  func setSendingRefusal(_ refusal: ChatError.Refusal, in channel: ChannelID) {
    present.withLock { $0.refusals[channel] = refusal }
  }
}
