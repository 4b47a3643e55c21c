public import ChatDomain

extension InMemoryDevice {
  public func setMarkedUnread(
    _ isMarked: Bool, _ id: ChannelID
  ) async throws(ChatError) -> ReadPosition {
    try await ask(.setMarkedUnread, in: id) { state, me throws(ChatError) in
      try SignalRequests(of: me).setMarkedUnread(isMarked, id, &state)
    }
  }

  public func spaces() async throws(ChatError) -> [Space] {
    try await ask(.spaces) { state, me throws(ChatError) in
      try state.require([.groupsChannels])
      return state.spaces.spaces(of: me)
    }
  }
}
