public import ChatDomain

extension MatrixService: ChatKnocking {
  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    try await knockDesk.knock(on: address, reason: reason)
  }

  public func knocks() async throws(ChatError) -> [Knock] { try await knockDesk.knocks() }

  public func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try await knockDesk.takeBackKnock(on: channel)
  }

  public func visitors() async throws(ChatError) -> [Visitor] { try await knockDesk.visitors() }

  public func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try await knockDesk.admit(user, to: channel)
  }

  public func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try await knockDesk.turnAway(user, from: channel)
  }
}
