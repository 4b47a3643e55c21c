/// How far others have read in threads.
public protocol ChatThreadReceipts: Sendable {
  /// How far other members have read the replies under a message, as far as they share it and the device knows those replies:
  /// at most `limit`, furthest first. Changes arrive as ``ChatEvent/threadReceiptChanged(_:)``. A service without the ability
  /// `tellsReaders` refuses it.
  func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition]
}

/// Another user has read replies.
public struct ThreadReceiptEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread; nil: they have read everything up to there, in all threads of the channel.
  public let parentId: MessageID?
  /// Who has read; never the current user.
  public let userId: UserID
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that tells how far others have read.
  public init(channelId: ChannelID, parentId: MessageID?, userId: UserID, lastRead: Timetoken) {
    self.channelId = channelId
    self.parentId = parentId
    self.userId = userId
    self.lastRead = lastRead
  }
}
