import ChatDomain

/// Who asks to be let in where.
extension Replica {
  /// What the user asked for, the latest first.
  var knocks: [Knock] {
    rooms.values.compactMap { knock(on: $0) }.sorted { ($1.knockedAt, $0.id) < ($0.knockedAt, $1.id) }
  }

  func knock(on room: Room) -> Knock? {
    guard let knock = room.knock else { return nil }
    let known = channel(room)
    let channel = Channel(
      id: room.id, name: known.name, type: .group, topic: known.topic, createdAt: knock.at)
    return Knock(channel: channel, reason: knock.reason, knockedAt: knock.at)
  }

  /// How many are listed.
  private static let mostVisitors = 200

  /// Those who ask to be let into rooms where the user may let them in, the latest first.
  func visitors() throws(CacheFault) -> [Visitor] {
    var waiting: [(room: Room, user: UserID, member: RoomMember)] = []
    for room in rooms.values where !room.members.knocking.isEmpty && room.mayAdmit(me) {
      for user in room.members.knocking where !ignored.contains(user) {
        if let member = room.members[user] { waiting.append((room, user, member)) }
      }
    }
    waiting.sort {
      ($1.member.changedAt, $0.room.id, $0.user) < ($0.member.changedAt, $1.room.id, $1.user)
    }
    return waiting.prefix(Self.mostVisitors).map { visitor in
      Visitor(
        user: User(id: visitor.user, name: visitor.member.name), channel: channel(visitor.room),
        reason: visitor.member.reason, knockedAt: builder.time.timestamp(visitor.member.changedAt))
    }
  }

  /// Notes who asks to be let into a room, once the server was asked for all of them.
  ///
  /// - Parameter before: who was what to the room before that.
  func setKnocks(
    _ events: [MatrixEvent], on room: Room, unlessChangedSince before: [UserID: RoomMember]
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      let named = Set(events.compactMap { $0.stateKey.map { UserID($0) } })
      for user in room.members.knocking.subtracting(named) where room.members[user] == before[user] {
        room.members[user] = nil
        try cache.states.removeMember(user, of: room.id)
      }
      for event in events {
        guard case .state(.member(let user, let member)) = event.meaning, member.standing == .knocking,
          room.members[user] == before[user]
        else { continue }
        try apply(state: event, of: room)
      }
      try save(room)
    }
  }
}
