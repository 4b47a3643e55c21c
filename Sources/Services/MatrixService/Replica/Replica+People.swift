import ChatDomain

/// Who is in a room, as the server tells who asks for all.
extension Replica {
  /// Keeps a part of those who are in a room, once all were asked for: only what was not known of them.
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

  /// Notes that all who are in a room are known.
  ///
  /// - Parameters:
  ///   - events: of those who are in it, which were added.
  ///   - known: who was in it as far as was known before; those of them who are not named went unseen.
  func setMembers(
    _ events: [MatrixEvent], of room: Room, among known: Set<UserID>
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for user in known.subtracting(events.compactMap { $0.stateKey.map { UserID($0) } }) {
        room.members[user] = nil
        try cache.states.removeMember(user, of: room.id)
      }
      room.members.isComplete = true
      try save(room)
    }
  }
}

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

/// A server keeps from a device what people say who are ignored, and does not send it later. So their words are hidden when
/// ignoring begins, and when it ends all histories are asked for anew.
extension Replica {
  /// Under which the cache notes that histories lack what somebody said.
  private static let key = "histories lack"

  var ignored: IgnoredPeople { builder.ignored }

  /// - Parameter former: who was ignored before.
  func ignoredPeopleDidChange(from former: Set<UserID>) throws(CacheFault) {
    let now = ignored.list.users
    guard now != former else { return }
    for user in now.subtracting(former).sorted() { try cache.trimmer.hideMessages(by: user) }
    if !former.isSubset(of: now) { try cache.values.set("1", forKey: Self.key) }
    ignored.hasChanged = true
  }

  /// Lets go of histories that lack what somebody said; the next answer to a sync begins them anew.
  func dropIncompleteHistories() throws(CacheFault) {
    guard try cache.values.value(forKey: Self.key) != nil else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.trimmer.removeAll()
      try clearSyncToken()
      try cache.values.set(nil, forKey: Self.key)
      // Of an answer that is being taken in nothing more may follow on what is gone.
      try cache.values.set(nil, forKey: "part")
    }
    try load()
  }
}

/// Whom the user ignores, for all who make something of what others said.
final class IgnoredPeople {
  var list = IgnoredUsers()
  /// Whether it changed since somebody told of it.
  var hasChanged = false

  func contains(_ user: UserID) -> Bool { list.users.contains(user) }
}
