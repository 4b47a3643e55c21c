import ChatDomain
import Synchronization

/// What every device knows of a service without asking.
final class Announcements: Sendable {
  private let present: Mutex<(limits: ServiceLimits, encrypted: Set<ChannelID>)>

  init(limits: ServiceLimits) { present = Mutex((limits, [])) }

  var limits: ServiceLimits { present.withLock { $0.limits } }

  func set(_ limits: ServiceLimits) { present.withLock { $0.limits = limits } }

  func isEncrypted(_ channel: ChannelID) -> Bool { present.withLock { $0.encrypted.contains(channel) } }

  func setEncrypted(_ channel: ChannelID) { present.withLock { _ = $0.encrypted.insert(channel) } }
}
