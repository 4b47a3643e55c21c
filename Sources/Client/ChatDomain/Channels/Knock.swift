/// The current user's request to join a channel.
public struct Knock: Identifiable, Hashable, Sendable {
  /// The channel, as far as non-members may see it.
  public let channel: Channel
  /// The reason that the user gave.
  public let reason: String?
  /// When the user asked.
  public let knockedAt: Timestamp

  public var id: ChannelID { channel.id }

  /// For a service that supports requests to join.
  public init(channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}

/// Another user's request to join a channel.
public struct Visitor: Identifiable, Hashable, Sendable {
  /// Identifies the request: a user may ask to join several channels.
  public struct ID: Hashable, Sendable {
    /// The channel that the user asks to join.
    public let channel: ChannelID
    /// The user who asks.
    public let user: UserID

    /// An id with which to look up a request.
    public init(channel: ChannelID, user: UserID) {
      self.channel = channel
      self.user = user
    }
  }

  /// The user who asks.
  public let user: User
  /// The channel that the user asks to join.
  public let channel: Channel
  /// The reason that the user gave.
  public let reason: String?
  /// When the user asked.
  public let knockedAt: Timestamp

  public var id: ID { ID(channel: channel.id, user: user.id) }

  /// For a service that supports requests to join.
  public init(user: User, channel: Channel, reason: String?, knockedAt: Timestamp) {
    self.user = user
    self.channel = channel
    self.reason = reason
    self.knockedAt = knockedAt
  }
}
