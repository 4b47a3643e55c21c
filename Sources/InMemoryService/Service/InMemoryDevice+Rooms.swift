public import ChatDomain

extension InMemoryDevice {
  public func setMarkedUnread(
    _ isMarked: Bool, _ id: ChannelID
  ) async throws(ChatError) -> ReadPosition {
    try await ask(.setMarkedUnread, in: id) { state, me throws(ChatError) in
      try SignalRequests(of: me).setMarkedUnread(isMarked, id, &state)
    }
  }
}
