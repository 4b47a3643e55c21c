import ChatDomain

/// A user's questions about channels and their members.
struct ChannelQueries {
  let user: UserID

  /// A channel that the user is in, or a public one.
  func channel(_ id: ChannelID, _ state: ServiceState) throws(ChatError) -> ChannelSummary {
    let room = try state.room(id)
    guard isOpen(state.rooms[room]) else { throw .refused(.notAMember) }
    return state.summary(of: room, for: user)
  }

  /// The direct channel with another user, if the user is in it and the other one is at least invited.
  func direct(with other: UserID, _ state: ServiceState) -> ChannelSummary? {
    guard other != user, let room = state.directRoom(of: DirectPair(user, other)),
      state.rooms[room].isMember(user),
      state.rooms[room].isMember(other) || state.invitations[other, to: room] != nil
    else { return nil }
    return state.summary(of: room, for: user)
  }

  private func isOpen(_ room: ChannelRoom) -> Bool { room.channel.type == .public || room.isMember(user) }

  func channels(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<ChannelSummary> {
    let places = state.channelLists.rooms(of: user).map { Place(token: state.rooms[$0].activity, room: $0) }
    let page = try query.page(of: places, .channels)
    return Page(page.elements.map { state.summary(of: $0.room, for: user) }, next: page.next)
  }

  func channels(matching text: String, limit: Int, _ state: ServiceState) throws(ChatError) -> [Channel] {
    bestMatches(
      of: text, in: state.rooms.filter(isOpen).map(\.channel), limit: try ListCursor.pageSize(limit)
    ) {
      (name: $0.name, id: $0.id.rawValue)
    }
  }

  func invitations(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<Invitation> {
    let page = try query.page(of: state.invitations.places(of: user), .invitations)
    return Page(page.elements.compactMap { state.invitation(of: user, to: $0.room) }, next: page.next)
  }

  func members(
    of id: ChannelID, _ query: ListQuery, _ state: ServiceState
  ) throws(ChatError) -> Page<Membership> {
    let room = try state.room(id, for: user)
    let limit = try ListCursor.pageSize(query.limit)
    let members = state.rooms[room].members.inOrder
    var start = 0
    if let cursor = query.cursor {
      start = members.index(after: try ListCursor(cursor, of: .members).token)
    }
    let page = members[start...].prefix(limit)
    let next = page.endIndex < members.count ? page.last.map { ListCursor(.members, $0.token).cursor } : nil
    return Page(page.map { state.membership(of: $0.user, in: room) }, next: next)
  }
}

/// Finds people, and changes the list of people whom a user ignores.
struct PeopleRequests {
  let user: UserID

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

  func ignoredUsers(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<User> {
    let page = try query.page(ofCounted: state.events.ignored(by: user).sorted(), .ignored)
    return Page(page.elements.map { state.users.known($0) }, next: page.next)
  }

  /// - Returns: the people who are ignored now.
  func setIgnored(
    _ isIgnored: Bool, _ other: UserID, _ state: inout ServiceState
  ) throws(ChatError) -> Set<UserID> {
    guard other != user else { throw .refused(.invalid("ignoring yourself")) }
    _ = try state.users.user(other)
    state.events.setIgnored(isIgnored, other, by: user)
    return state.events.ignored(by: user)
  }
}
