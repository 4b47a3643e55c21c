public import ChatDomain

/// Roles in channels. Whoever makes a channel owns it; nobody else is anything but a member until it is said here.
extension InMemoryChatService {
  /// Makes somebody something else to a channel; its members are told.
  public func setRole(_ role: MemberRole, of user: UserID, in channel: ChannelID) throws(ChatError) {
    try changeRules(of: channel) { $0.set(role, of: user) }
  }

  /// Leaves something in a channel to a role and those above it.
  public func require(
    _ role: MemberRole, for act: ChannelAct, in channel: ChannelID
  ) throws(ChatError) {
    try changeRules(of: channel) { $0.require(role, for: act) }
  }

  private func changeRules(
    of channel: ChannelID, _ change: @Sendable (inout ChannelRules) -> Void
  ) throws(ChatError) {
    let rules = try perform { state throws(ChatError) in
      let room = try state.room(channel)
      change(&state.rooms[room].rules)
      state.events.send(.rolesChanged(channelId: channel), to: state.rooms[room].members)
      return state.rooms[room].rules
    }
    announcements.set(rules, of: channel)
  }
}
