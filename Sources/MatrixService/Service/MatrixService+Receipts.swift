public import ChatDomain

extension MatrixService: ChatReceipts {
  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await readerList.readers(of: channel, limit: limit)
  }
}
