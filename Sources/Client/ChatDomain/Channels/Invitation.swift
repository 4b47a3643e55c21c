/// An invitation of the current user to a channel that they are not a member of.
public struct Invitation: Identifiable, Hashable, Sendable {
  /// What an invited user may see of the channel.
  public let channel: Channel
  /// The member who sent the invitation.
  public let invitedBy: User
  /// When the invitation arrived; ``ChatChannels/invitations(_:)`` lists the latest first.
  public let invitedAt: Timestamp
  /// Whether the channel is a space. A space has no messages; accepting opens the channels that it groups.
  public let isSpace: Bool

  /// For a service that lists invitations or reports a new one.
  public init(channel: Channel, invitedBy: User, invitedAt: Timestamp, isSpace: Bool = false) {
    self.channel = channel
    self.invitedBy = invitedBy
    self.invitedAt = invitedAt
    self.isSpace = isSpace
  }

  public var id: ChannelID { channel.id }
}
