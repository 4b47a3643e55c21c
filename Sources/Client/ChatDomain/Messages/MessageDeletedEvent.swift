/// A message was deleted. A soft-deleted message keeps its place, without its text; a hard-deleted one leaves nothing.
public struct MessageDeletedEvent: Hashable, Sendable {
  /// The channel that the message was in.
  public let channelId: ChannelID
  /// The message that is gone.
  public let messageId: MessageID
  /// The message it replied to; nil if it was no reply.
  public let parentId: MessageID?
  /// Whether not even the message's place is left.
  public let isHard: Bool
  /// When the service deleted it.
  public let deletedAt: Timestamp

  /// For a service that reports a deletion.
  public init(
    channelId: ChannelID, messageId: MessageID, parentId: MessageID?, isHard: Bool, deletedAt: Timestamp
  ) {
    self.channelId = channelId
    self.messageId = messageId
    self.parentId = parentId
    self.isHard = isHard
    self.deletedAt = deletedAt
  }
}
