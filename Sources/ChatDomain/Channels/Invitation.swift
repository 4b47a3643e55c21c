/// An invitation of the current user to a channel that they are not a member of.
public struct Invitation: Identifiable, Hashable, Sendable {
  /// What an invited user is told of the channel.
  public let channel: Channel
  public let invitedBy: User
  public let invitedAt: Timestamp

  public init(channel: Channel, invitedBy: User, invitedAt: Timestamp) {
    self.channel = channel
    self.invitedBy = invitedBy
    self.invitedAt = invitedAt
  }

  public var id: ChannelID { channel.id }
}
