import ChatDomain
import MatrixCache
import MatrixWire

/// Where the user is and is not any more, where no event says so.
extension Replica {
  /// An answer that says how everything is, and not what happened, is silent about rooms that the user left meanwhile.
  func endOthers(than answer: SyncAnswer) throws(CacheFault) {
    let named = Set(answer.joined.map(\.id)).union(answer.invited.map(\.id)).union(answer.left.map(\.id))
    for room in rooms.values.sorted(by: { $0.id < $1.id }) where !named.contains(room.id) {
      switch room.standing {
      case .left: continue
      case .joined: news.append(.memberLeft(channelId: room.id, userId: me))
      case .invited: news.append(.invitationEnded(channelId: room.id))
      }
      room.standing = .left
      try save(room)
    }
  }

  /// Notes who is in a room, once all were asked for.
  ///
  /// - Parameters:
  ///   - events: of those who are in it.
  ///   - known: who was in it as far as was known before; those of them who are not named went unseen.
  func setMembers(
    _ events: [MatrixEvent], of room: Room, among known: Set<UserID>
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for user in known.subtracting(events.compactMap { $0.stateKey.map { UserID($0) } }) {
        room.members[user] = nil
      }
      for event in events { try apply(state: event, of: room) }
      room.hasAllMembers = true
      try save(room)
    }
  }

  /// Tells that the user came, where so much was said since that it is not in the answer.
  func tellArrival(in room: Room, with timeline: Timeline) {
    guard since != nil, !timeline.events.contains(where: { isOwnJoin($0) }), let member = room.members[me],
      member.standing == .joined
    else { return }
    news.append(
      .memberJoined(
        Membership(
          channelId: room.id, user: User(id: me, name: member.name),
          joinedAt: maker.time.timestamp(member.changedAt))))
  }
}

extension Timeline {
  /// Whether nothing is missing between a slice and it, because they have events in common or the server says so.
  func follows(_ slice: CachedSlice, in cache: MatrixCache) throws(CacheFault) -> Bool {
    guard isLimited else { return true }
    return try meets(slice, in: cache)
  }

  /// Whether it has an event of a slice.
  func meets(_ slice: CachedSlice, in cache: MatrixCache) throws(CacheFault) -> Bool {
    for event in events where try cache.event(event.id, in: slice.room)?.slice == slice.id { return true }
    return false
  }
}
