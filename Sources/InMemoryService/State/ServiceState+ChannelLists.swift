import ChatDomain

extension ServiceState {
  /// A channel, for a user who is a member or could join.
  func channel(_ id: ChannelID, for user: UserID) throws(ChatError) -> ChannelSummary {
    let room = try room(id)
    guard rooms[room].isMember(user) || rooms[room].channel.type == .public else {
      throw .refused(.notAMember)
    }
    return summary(of: room, for: user)
  }

  mutating func channels(_ query: ListQuery, for user: UserID) throws(ChatError) -> Page<ChannelSummary> {
    let limit = try ListCursor.pageSize(query.limit)
    let end = try query.cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: .channels).token }
    let order = channelOrder(of: user)
    let rank = end.map(order.count(below:)) ?? order.count
    let places = order.elements(in: ListWindow.before(rank, limit: limit))
    let next = places.count < rank ? places.first.map { ListCursor(.channels, $0.token).cursor } : nil
    return Page(places.reversed().map { summary(of: $0.room, for: user) }, next: next)
  }

  func channels(matching text: String, limit: Int, for user: UserID) throws(ChatError) -> [Channel] {
    let limit = try ListCursor.pageSize(limit)
    func isOpen(_ id: ChannelID) -> Bool {
      roomNumbers[id].map { rooms[$0].channel.type == .public || rooms[$0].isMember(user) } ?? false
    }
    return roomNames.best(FoldedText(text), limit: limit, where: isOpen).compactMap { id in
      roomNumbers[id].map { rooms[$0].channel }
    }
  }

  func members(
    of id: ChannelID, _ query: ListQuery, for user: UserID
  ) throws(ChatError) -> Page<Membership> {
    let room = try room(id, for: user)
    let limit = try ListCursor.pageSize(query.limit)
    let order = rooms[room].memberOrder
    var start = 0
    if let cursor = query.cursor {
      start = order.count - order.count(above: try ListCursor(cursor, of: .members).token)
    }
    let places = order.elements(in: ListWindow.from(start, limit: limit, of: order.count))
    let next =
      start + places.count < order.count ? places.last.map { ListCursor(.members, $0.token).cursor } : nil
    return Page(places.map { membership(of: $0.user, in: room) }, next: next)
  }

  func summary(of room: Int, for user: UserID) -> ChannelSummary {
    let channel = rooms[room].channel
    let isInside = rooms[room].isMember(user)
    let partner = rooms[room].pair?.partner(of: user)
    return ChannelSummary(
      channel: channel, memberCount: rooms[room].members.count, partner: partner.map(knownUser),
      lastMessage: isInside ? rooms[room].log.last.map { message($0, in: room, for: user) } : nil,
      reading: readPosition(of: user, in: room), preferences: preferences(of: user, in: room))
  }

  func preferences(of user: UserID, in room: Int) -> ChannelPreferences {
    desks[user]?.preferences[room] ?? ChannelPreferences()
  }

  /// Asking again for what is already so changes nothing: the first answer may have been lost.
  mutating func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange, by user: UserID
  ) throws(ChatError) -> ChannelPreferences {
    let room = try room(id, for: user)
    let former = preferences(of: user, in: room)
    var preferences = former
    preferences.isFavourite = change.isFavourite ?? former.isFavourite
    preferences.isMuted = change.isMuted ?? former.isMuted
    guard preferences != former else { return former }
    preferences.revision += 1
    desks[user, default: Desk()].preferences[room] = preferences
    tell(user, .channelPreferencesChanged(channelId: id, preferences))
    return preferences
  }

  func readPosition(of user: UserID, in room: Int) -> ReadPosition {
    guard let member = rooms[room].members[user] else { return ReadPosition() }
    return ReadPosition(
      lastRead: member.lastRead.map { Timetoken($0) },
      unreadCount: rooms[room].reading.unread(for: user, after: member.readUpTo),
      mentionCount: rooms[room].reading.mentions(of: user, after: member.readUpTo))
  }

  /// The read position only moves forward: a late or repeated request does not move it back.
  mutating func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken, by user: UserID
  ) throws(ChatError) -> ReadPosition {
    let room = try room(id, for: user)
    // A message that does not exist yet cannot have been read.
    let read = min(timetoken.rawValue, latestToken)
    let former = rooms[room].members[user]?.lastRead
    guard read > former ?? 0 else { return readPosition(of: user, in: room) }
    rooms[room].members[user]?.lastRead = read
    let position = readPosition(of: user, in: room)
    tell(user, .readPositionChanged(channelId: id, userId: user, position))
    return position
  }
}
