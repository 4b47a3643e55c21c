/// How far others have read.
public protocol ChatReceipts: Sendable {
  /// How far other members have read a channel, as far as they share it and the device knows those messages: at most `limit`,
  /// ordered by how far they have read, furthest first. Changes arrive as
  /// ``ChatEvent/readPositionChanged(channelId:userId:_:)``. A service without the ability `tellsReaders` refuses it.
  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition]
}

/// How far a user has read in a channel.
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
