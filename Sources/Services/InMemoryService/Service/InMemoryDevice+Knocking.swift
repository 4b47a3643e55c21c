public import ChatDomain

extension InMemoryDevice {
  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    try require(.takesKnocks)
    return try await ask(.knock) { state, me throws(ChatError) in
      try KnockRequests(of: me).knock(on: address, reason: reason, &state)
    }
  }

  public func knocks() async throws(ChatError) -> [Knock] {
    try require(.takesKnocks)
    return try await ask(.knocks) { state, me throws(ChatError) in KnockRequests(of: me).knocks(state) }
  }

  public func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try require(.takesKnocks)
    try await ask(.takeBackKnock, in: channel) { state, me throws(ChatError) in
      KnockRequests(of: me).takeBack(channel, &state)
    }
  }

  public func visitors() async throws(ChatError) -> [Visitor] {
    try require(.takesKnocks)
    return try await ask(.visitors) { state, me throws(ChatError) in KnockRequests(of: me).visitors(state) }
  }

  public func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try require(.takesKnocks)
    try await ask(.admit, in: channel) { state, me throws(ChatError) in
      try KnockRequests(of: me).admit(user, to: channel, &state)
    }
  }

  public func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try require(.takesKnocks)
    try await ask(.turnAway, in: channel) { state, me throws(ChatError) in
      try KnockRequests(of: me).turnAway(user, from: channel, &state)
    }
  }
}
