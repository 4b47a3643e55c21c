public import ChatDomain

extension InMemoryDevice {
  public func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary? {
    try await ask(.knownDirectChannel) { state, me throws(ChatError) in
      ChannelQueries(of: me).direct(with: user, state)
    }
  }
}
