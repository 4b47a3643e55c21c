/// A channel that the current user asks to be let into.
public struct Knock: Identifiable, Hashable, Sendable {
  /// The channel, as far as it is known to somebody who is not in it.
  public let channel: Channel
  /// Why, as the user said it.
  public let reason: String?
  /// When the user asked.
  public let knockedAt: Timestamp

  public var id: ChannelID { channel.id }

  /// For a service that takes knocks.
  public init(channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}

/// Somebody else who asks to be let into a channel.
public struct Visitor: Identifiable, Hashable, Sendable {
  /// Which visitor: somebody may ask at several channels.
  public struct ID: Hashable, Sendable {
    /// The channel that they ask to be let into.
    public let channel: ChannelID
    /// Who asks.
    public let user: UserID

    /// For whoever looks one up.
    public init(channel: ChannelID, user: UserID) {
      self.channel = channel
      self.user = user
    }
  }

  /// Who asks.
  public let user: User
  /// The channel that they ask to be let into.
  public let channel: Channel
  /// Why, as they say it.
  public let reason: String?
  /// When they asked.
  public let knockedAt: Timestamp

  public var id: ID { ID(channel: channel.id, user: user.id) }

  /// For a service that takes knocks.
  public init(user: User, channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.user = user
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}
