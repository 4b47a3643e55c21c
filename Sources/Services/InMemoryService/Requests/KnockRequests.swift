import ChatDomain

/// Carries out what a user does to be let into channels, and with those who want to be.
struct KnockRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func knock(
    on address: ChannelAddress, reason: String, _ state: inout ServiceState
  ) throws(ChatError) -> Knock {
    let room = try PlaceRequests.room(behind: address, state)
    guard !state.rooms[room].isMember(user), state.invitations[user, to: room] == nil else {
      throw .refused(.notAllowed)
    }
    let reason = KnockRules.reason(reason)
    let former = state.knocks[user, on: room]
    if let former, reason == nil || reason == former.reason { return knock(former, state) }
    guard state.rooms[room].rules.takesKnocks else {
      let isPublic = state.rooms[room].channel.type == .public
      throw .refused(.notAdmitted(isPublic ? .everybody : .invitation))
    }
    let pending = KnockList.Pending(
      user: user, room: room, reason: reason, at: former?.at ?? state.now, token: state.makeToken())
    state.knocks.add(pending)
    state.tellKnock(of: user, on: room)
    return knock(pending, state)
  }

  private func knock(_ pending: KnockList.Pending, _ state: ServiceState) -> Knock {
    Knock(channel: state.rooms[pending.room].channel, reason: pending.reason, knockedAt: pending.at)
  }

  func knocks(_ state: ServiceState) -> [Knock] { state.knocks.knocks(of: user).map { knock($0, state) } }

  func takeBack(_ id: ChannelID, _ state: inout ServiceState) {
    if let room = state.directory[id] { state.endKnock(of: user, on: room) }
  }

  /// How many are listed.
  private static let mostVisitors = 200

  func visitors(_ state: ServiceState) -> [Visitor] {
    let ignored = state.events.ignored[user]
    let rooms = state.channelLists.rooms(of: user).filter {
      state.rooms[$0].rules.refusal(of: .invite, by: user) == nil
    }
    return state.knocks.knocks(on: rooms).filter { !ignored.contains($0.user) }.prefix(Self.mostVisitors)
      .map {
        Visitor(
          user: state.users.known($0.user), channel: state.rooms[$0.room].channel, reason: $0.reason,
          knockedAt: $0.at)
      }
  }

  func admit(_ visitor: UserID, to id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id, for: user)
    try state.check(.invite, by: user, in: room)
    guard state.knocks[visitor, on: room] != nil else { throw .refused(.notFound("visitor \(visitor)")) }
    try ChannelRequests(of: user).add([visitor], to: id, &state)
  }

  func turnAway(_ visitor: UserID, from id: ChannelID, _ state: inout ServiceState) throws(ChatError) {
    let room = try state.room(id, for: user)
    try state.check(.invite, by: user, in: room)
    state.endKnock(of: visitor, on: room)
  }
}
