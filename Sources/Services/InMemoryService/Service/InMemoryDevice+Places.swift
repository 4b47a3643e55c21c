public import ChatDomain

extension InMemoryDevice {
  public func address(in text: String) -> ChannelAddress? { PlaceRequests.address(in: text) }

  public func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await ask(.joinAddress) { state, me throws(ChatError) in
      try PlaceRequests(of: me).join(address, &state)
    }
  }

  public func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try require(query.space == nil ? .listsChannels : .groupsChannels)
    return try await ask(.directory) { state, me throws(ChatError) in
      try PlaceRequests(of: me).directory(query, state)
    }
  }

  public func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await ask(.leftChannels) { state, me throws(ChatError) in
      try PlaceRequests(of: me).leftChannels(query, state)
    }
  }

  public func forget(_ id: ChannelID) async throws(ChatError) {
    try await ask(.forget, in: id) { state, me throws(ChatError) in
      try PlaceRequests(of: me).forget(id, &state)
    }
  }
}
