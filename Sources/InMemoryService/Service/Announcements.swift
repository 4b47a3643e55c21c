import ChatDomain
import Synchronization

/// What every device knows of a service without asking.
final class Announcements: Sendable {
  private let present: Mutex<(limits: ServiceLimits, encrypted: Set<ChannelID>)>
  /// Of channels in which something is left to certain roles.
  private let channelRules = Mutex<[ChannelID: ChannelRules]>([:])

  init(limits: ServiceLimits) { present = Mutex((limits, [])) }

  private let ignored = Mutex<[UserID: Set<UserID>]>([:])

  func ignored(by user: UserID) -> Set<UserID> { ignored.withLock { $0[user] ?? [] } }

  func setIgnored(_ people: Set<UserID>, by user: UserID) { ignored.withLock { $0[user] = people } }

  func rules(of channel: ChannelID) -> ChannelRules? { channelRules.withLock { $0[channel] } }

  func set(_ rules: ChannelRules, of channel: ChannelID) { channelRules.withLock { $0[channel] = rules } }

  var limits: ServiceLimits { present.withLock { $0.limits } }

  func set(_ limits: ServiceLimits) { present.withLock { $0.limits = limits } }

  func isEncrypted(_ channel: ChannelID) -> Bool { present.withLock { $0.encrypted.contains(channel) } }

  func setEncrypted(_ channel: ChannelID) { present.withLock { _ = $0.encrypted.insert(channel) } }
}
