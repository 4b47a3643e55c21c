import ChatDomain
import Synchronization

/// What every device knows of a service without asking.
final class Announcements: Sendable {
  private let present: Mutex<(limits: ServiceLimits, refusals: [ChannelID: ChatError.Refusal])>
  /// Of channels in which something is left to certain roles.
  private let channelRules = Mutex<[ChannelID: ChannelRules]>([:])

  init(limits: ServiceLimits) { present = Mutex((limits, [:])) }

  private let ignored = Mutex<[UserID: Set<UserID>]>([:])

  func ignored(by user: UserID) -> Set<UserID> { ignored.withLock { $0[user] ?? [] } }

  func setIgnored(_ people: Set<UserID>, by user: UserID) { ignored.withLock { $0[user] = people } }

  func rules(of channel: ChannelID) -> ChannelRules? { channelRules.withLock { $0[channel] } }

  func set(_ rules: ChannelRules, of channel: ChannelID) { channelRules.withLock { $0[channel] = rules } }

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
