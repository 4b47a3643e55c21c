public import ChatDomain

extension MatrixService: ChatReceipts, ChatThreadReceipts {
  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await readerList.readers(of: channel, limit: limit)
  }

  public func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await readerList.readers(ofThreadUnder: parent, in: channel, limit: limit)
  }
}
