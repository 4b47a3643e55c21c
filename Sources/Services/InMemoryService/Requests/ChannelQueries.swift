import ChatDomain

/// Answers what a user asks about channels and the people in them.
struct ChannelQueries {
  let user: UserID

  init(of user: UserID) { self.user = user }

  /// A channel, for a user who is a member or could join.
  func channel(_ id: ChannelID, _ state: ServiceState) throws(ChatError) -> ChannelSummary {
    let room = try state.room(id)
    guard isOpen(state.rooms[room]) else { throw .refused(.notAMember) }
    return state.summary(of: room, for: user)
  }

  /// The direct channel of both, if the user is in it and the other one is at least invited.
  func direct(with other: UserID, _ state: ServiceState) -> ChannelSummary? {
    guard other != user, let room = state.directRoom(of: DirectPair(user, other)),
      state.rooms[room].isMember(user),
      state.rooms[room].isMember(other) || state.invitations[other, to: room] != nil
    else { return nil }
    return state.summary(of: room, for: user)
  }

  private func isOpen(_ room: ChannelRoom) -> Bool { room.channel.type == .public || room.isMember(user) }

  func channels(_ query: ListQuery, _ state: inout ServiceState) throws(ChatError) -> Page<ChannelSummary> {
    let limit = try ListCursor.pageSize(query.limit)
    let end = try query.cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: .channels).token }
    let rooms = state.rooms
    let order = state.channelLists.order(of: user) { rooms[$0].activity }
    let rank = end.map(order.count(below:)) ?? order.count
    let places = order.elements(in: ListWindow.before(rank, limit: limit))
    let next = places.count < rank ? places.first.map { ListCursor(.channels, $0.token).cursor } : nil
    return Page(places.reversed().map { state.summary(of: $0.room, for: user) }, next: next)
  }

  func channels(matching text: String, limit: Int, _ state: ServiceState) throws(ChatError) -> [Channel] {
    let limit = try ListCursor.pageSize(limit)
    return state.directory.matching(text, limit: limit) { isOpen(state.rooms[$0]) }.map {
      state.rooms[$0].channel
    }
  }

  func invitations(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<Invitation> {
    let limit = try ListCursor.pageSize(query.limit)
    let order = state.invitations.list(of: user)
    var rank = order.count
    if let cursor = query.cursor { rank = order.count(below: try ListCursor(cursor, of: .invitations).token) }
    let places = order.elements(in: ListWindow.before(rank, limit: limit))
    let next = places.count < rank ? places.first.map { ListCursor(.invitations, $0.token).cursor } : nil
    return Page(places.reversed().compactMap { state.invitation(of: user, to: $0.room) }, next: next)
  }

  func members(
    of id: ChannelID, _ query: ListQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<Membership> {
    let room = try state.room(id, for: user)
    let limit = try ListCursor.pageSize(query.limit)
    let order = state.rooms[room].members.order
    var start = 0
    if let cursor = query.cursor {
      start = order.count - order.count(above: try ListCursor(cursor, of: .members).token)
    }
    let places = order.elements(in: ListWindow.from(start, limit: limit, of: order.count))
    let next =
      start + places.count < order.count ? places.last.map { ListCursor(.members, $0.token).cursor } : nil
    return Page(places.map { state.membership(of: $0.user, in: room) }, next: next)
  }

  func users(
    matching text: String, in scope: UserScope, limit: Int, _ state: ServiceState
  ) throws(ChatError) -> [User] {
    let limit = try ListCursor.pageSize(limit)
    switch scope {
    case .everywhere: return state.users.matching(text, limit: limit)
    case .members(let channel):
      let members = state.rooms[try state.room(channel, for: user)].members
      return state.users.matching(text, among: members, limit: limit)
    }
  }
}
