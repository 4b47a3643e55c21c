/// Which draft: there is one for each channel and one for each thread, and neither stands in for the other.
public struct DraftKey: Hashable, Sendable {
  public let channelId: ChannelID
  /// The message whose thread it is for; nil for the channel itself.
  public let parentId: MessageID?

  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
  }
}
