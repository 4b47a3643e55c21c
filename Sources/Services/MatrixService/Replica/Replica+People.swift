import ChatDomain

/// Complete member lists.
extension Replica {
  /// Saves some members of a complete list, as far as they are new or changed.
  func addMembers(_ events: some Sequence<MatrixEvent>, of room: Room) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for event in events {
        guard case .state(.member(let user, let member)) = event.meaning, room.members[user] != member else {
          continue
        }
        try apply(state: event, of: room)
      }
      try save(room)
    }
  }

  /// Marks the members of a room as complete.
  ///
  /// - Parameters:
  ///   - events: the events of all members, saved before.
  ///   - known: the members before the request. Those missing from the events have left.
  func setMembers(_ events: [MatrixEvent], of room: Room, among known: Set<UserID>) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      try forgetMembers(known.subtracting(events.compactMap { $0.stateKey.map { UserID($0) } }), of: room)
      room.members.isComplete = true
      try save(room)
    }
  }

  func forgetMembers(_ users: Set<UserID>, of room: Room) throws(CacheFault) {
    for user in users {
      room.members[user] = nil
      try cache.states.removeMember(user, of: room.id)
    }
  }
}

/// Knocks.
extension Replica {
  /// The user's knocks, the latest first.
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

  /// The maximum number of visitors to list.
  private static let mostVisitors = 200

  /// Users who knock on rooms where the user may admit them, the latest first.
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

  /// Saves the knocks on a room that the server returned.
  ///
  /// - Parameter before: the members at the time of the request. Later changes are newer than the answer.
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

/// Servers withhold events of ignored users and do not send them later. So their messages are hidden when ignoring
/// begins, and all histories are fetched again when it ends.
extension Replica {
  /// The cache key for histories that lack events of users who are no longer ignored.
  private static let key = "histories lack"

  var ignored: IgnoredPeople { builder.ignored }

  /// - Parameter former: the users ignored before.
  func ignoredPeopleDidChange(from former: Set<UserID>) throws(CacheFault) {
    let now = ignored.list.users
    guard now != former else { return }
    for user in now.subtracting(former).sorted() { try cache.trimmer.hideMessages(by: user) }
    if !former.isSubset(of: now) { try cache.values.set("1", forKey: Self.key) }
    ignored.hasChanged = true
  }

  /// Drops incomplete histories. The next answer to a sync starts them again.
  func dropIncompleteHistories() throws(CacheFault) {
    guard try cache.values.value(forKey: Self.key) != nil else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.trimmer.removeAll()
      try clearSyncToken()
      try cache.values.set(nil, forKey: Self.key)
      // No further part of the current answer may follow the dropped histories.
      try cache.values.set(nil, forKey: "part")
    }
    try load()
  }
}

/// The ignored users, shared by everything that builds messages.
final class IgnoredPeople {
  var list = IgnoredUsers()
  /// Whether a change was not published yet.
  var hasChanged = false

  func contains(_ user: UserID) -> Bool { list.users.contains(user) }
}
