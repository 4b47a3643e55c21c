public import ChatDomain

extension InMemoryDevice {
  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try require(.tellsReaders)
    return try await ask(.readers, in: channel) { state, me throws(ChatError) in
      try SignalRequests(of: me).readers(of: channel, limit: limit, state)
    }
  }

  public func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try require(.tellsReaders)
    return try await ask(.readers, in: channel) { state, me throws(ChatError) in
      try SignalRequests(of: me).readers(ofThreadUnder: parent, in: channel, limit: limit, state)
    }
  }
}
