/// Privacy of the user's presence and read receipts, for one account on one device.
public struct ShownActivity: Hashable, Sendable {
  /// Who sees how far the user has read.
  public enum Receipts: String, Hashable, Sendable, CaseIterable {
    /// All members of the channel.
    case `public`
    /// Only the user's own devices.
    case `private`
    /// No one. The user's other devices learn the position only if the service stores one for them alone.
    case none
  }

  /// The presence shown to others while the program runs.
  public enum OwnPresence: String, Hashable, Sendable, CaseIterable {
    /// Online while a device is connected.
    case online
    /// Online, but not available.
    case unavailable
    /// Offline, even while a device is connected.
    case offline
  }

  /// Who sees how far the user has read.
  public var receipts: Receipts
  /// The presence shown to others while the program runs.
  public var presence: OwnPresence

  /// Without arguments: the usual settings of a chat client.
  public init(receipts: Receipts = .public, presence: OwnPresence = .online) {
    self.receipts = receipts
    self.presence = presence
  }
}
