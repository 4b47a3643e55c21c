/// Identifies a draft. Each channel and each thread has its own; neither replaces the other.
public struct DraftKey: Hashable, Comparable, Sendable {
  /// The channel that the draft will be sent to.
  public let channelId: ChannelID
  /// The message whose thread the draft belongs to; nil for the channel's own draft.
  public let parentId: MessageID?

  /// The key of a channel's own draft, or with `parentId` of a reply under that message.
  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
  }

  /// Orders by channel, the channel's own draft before those of its threads.
  public static func < (left: DraftKey, right: DraftKey) -> Bool {
    if left.channelId != right.channelId { return left.channelId < right.channelId }
    guard let parent = right.parentId else { return false }
    return left.parentId.map { $0 < parent } ?? true
  }
}
