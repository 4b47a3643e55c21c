public import ChatDomain

extension MatrixService: ChatPlaces {
  public nonisolated func address(in text: String) -> ChannelAddress? { RoomAddress.parse(text) }

  public func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await places.join(address)
  }

  public func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try await places.directory(query)
  }

  public func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await places.leftChannels(query)
  }

  public func forget(_ id: ChannelID) async throws(ChatError) { try await places.forget(id) }
}
