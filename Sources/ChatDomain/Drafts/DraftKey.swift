/// Which draft: there is one for each channel and one for each thread, and neither stands in for the other.
public struct DraftKey: Hashable, Comparable, Sendable {
  public let channelId: ChannelID
  /// The message whose thread it is for; nil for the channel itself.
  public let parentId: MessageID?

  public init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
  }

  /// By channel, and the channel's own draft before those of its threads.
  public static func < (left: DraftKey, right: DraftKey) -> Bool {
    if left.channelId != right.channelId { return left.channelId < right.channelId }
    guard let parent = right.parentId else { return false }
    return left.parentId.map { $0 < parent } ?? true
  }
}
