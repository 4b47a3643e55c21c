/// How far others have read.
public protocol ChatReceipts: Sendable {
  /// Up to where others have read in a channel, as far as they tell it and the device knows those messages: those who have
  /// read furthest in front, at most `limit`. Changes come as ``ChatEvent/readPositionChanged(channelId:userId:_:)``. A
  /// service without the ability `tellsReaders` refuses it.
  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition]
}

/// Up to where somebody has read in a channel.
public struct ReaderPosition: Hashable, Sendable {
  /// Who has read; never the current user.
  public let user: User
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that tells how far others have read.
  public init(user: User, lastRead: Timetoken) {
    self.user = user
    self.lastRead = lastRead
  }
}
