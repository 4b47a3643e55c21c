/// What others are told of what the user does without saying anything. It goes for one account on one device.
public struct ShownActivity: Hashable, Sendable {
  /// Who is told how far the user has read.
  public enum Receipts: String, Hashable, Sendable, CaseIterable {
    /// Whoever is in the channel.
    case `public`
    /// Only the user's own devices.
    case `private`
    /// Nobody; the user's own devices learn it only as far as a service keeps a place of its own for that.
    case none
  }

  /// What the user appears to be while the program runs.
  public enum OwnPresence: String, Hashable, Sendable, CaseIterable {
    /// There, while a device is connected.
    case online
    /// There, and not to be reckoned with.
    case unavailable
    /// Not there, whatever is connected.
    case offline
  }

  /// Who is told how far the user has read.
  public var receipts: Receipts
  /// What the user appears to be while the program runs.
  public var presence: OwnPresence

  /// Without arguments: what people expect of a chat.
  public init(receipts: Receipts = .public, presence: OwnPresence = .online) {
    self.receipts = receipts
    self.presence = presence
  }
}
