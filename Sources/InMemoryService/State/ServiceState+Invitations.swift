import ChatDomain

extension ServiceState {
  func invitations(_ query: ListQuery, for user: UserID) throws(ChatError) -> Page<Invitation> {
    let limit = try ListCursor.pageSize(query.limit)
    let order = desks[user]?.invitations ?? OrderedLog()
    var rank = order.count
    if let cursor = query.cursor { rank = order.count(below: try ListCursor(cursor, of: .invitations).token) }
    let places = order.elements(in: ListWindow.before(rank, limit: limit))
    let next = places.count < rank ? places.first.map { ListCursor(.invitations, $0.token).cursor } : nil
    return Page(places.reversed().compactMap { invitation(of: user, to: $0.room) }, next: next)
  }

  /// Declining again has no effect: the answer to the first request may have been lost.
  mutating func declineInvitation(to id: ChannelID, by user: UserID) {
    if let room = roomNumbers[id] { endInvitation(of: user, to: room) }
  }

  /// Invites somebody who is neither in the room nor invited.
  mutating func invite(_ user: UserID, into room: Int, by host: UserID) {
    guard !rooms[room].isMember(user), rooms[room].invited[user] == nil else { return }
    let token = makeToken()
    rooms[room].invited[user] = PendingInvitation(by: host, at: now, token: token)
    desks[user, default: Desk()].invitations.insert(ChannelPlace(token: token, room: room))
    if let invitation = invitation(of: user, to: room) { tell(user, .invited(invitation)) }
  }

  /// - Returns: the invitation, if there was one.
  @discardableResult
  mutating func endInvitation(of user: UserID, to room: Int) -> PendingInvitation? {
    guard let ended = rooms[room].invited.removeValue(forKey: user) else { return nil }
    desks[user]?.invitations.remove(ended.token)
    tell(user, .invitationEnded(channelId: rooms[room].id))
    return ended
  }

  private func invitation(of user: UserID, to room: Int) -> Invitation? {
    rooms[room].invited[user].map {
      Invitation(channel: rooms[room].channel, invitedBy: knownUser($0.by), invitedAt: $0.at)
    }
  }
}
