import ChatDomain
import JSON
import MatrixCache
import MatrixWire

/// Who people are, and who of them is in a room, as far as the server was asked.
final class PeopleDirectory {
  private let sync: SyncLoop
  private let store: ReplicaStore
  private let connection: MatrixConnection
  private let clock: any ChatClock
  /// People whose names were asked for because the server told of what they wrote and not of them.
  private var askedAuthors: Set<UserID> = []
  /// The members of the room in which somebody was last looked for, as they were at that time.
  private var roomIndex: (room: Room, revision: Int, names: NameIndex<User>)?
  /// Those of all rooms.
  private var knownPeople: (state: Int, names: NameIndex<User>)?

  init(_ sync: SyncLoop, _ store: ReplicaStore, connection: MatrixConnection, clock: any ChatClock) {
    self.sync = sync
    self.store = store
    self.connection = connection
    self.clock = clock
  }

  // MARK: Names

  func user(_ id: UserID) async throws(ChatError) -> User {
    guard UserID(matrix: id.rawValue) != nil else { throw .refused(.notFound("user \(id)")) }
    let user = try await connection.read(
      .profile(of: id), FailureContext(subject: "user \(id)"), orThrow: .unreadable
    ) { bytes throws(AnswerError) in try ProfileAnswer(bytes).user(id) }
    try store.withReplica { replica throws(CacheFault) in try replica.cache.users.save(user) }
    return user
  }

  /// Fetches the names of people who wrote something and of whom the server did not tell with it.
  func fetchAuthors(of rows: [CachedEvent], in room: Room) async throws(ChatError) {
    for author in Set(rows.map(\.sender)).sorted()
    where room.members[author] == nil && !askedAuthors.contains(author) {
      let isKnown = try store.withReplica { replica throws(CacheFault) in
        try replica.cache.users.user(author) != nil
      }
      guard !isKnown else { continue }
      // Once, because the server of somebody who is gone for good lets one wait for long.
      askedAuthors.insert(author)
      do throws(ChatError) { _ = try await user(author) } catch {
        guard error.isAboutOneRequest else { throw error }
      }
    }
  }

  func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncNow()
    switch scope {
    case .members(let channel):
      let room = try store.room(channel)
      try await completeMembers(of: room)
      return names(in: room).best(matching: text, limit: limit)
    case .everywhere:
      let local = namesInAllRooms(try store.replica()).best(matching: text, limit: limit)
      let known = Set(local.map(\.id))
      let others = try await directory(text, limit: limit).filter { !known.contains($0.id) }
      return NameIndex(local + others).best(matching: text, limit: limit)
    }
  }

  private func names(in room: Room) -> NameIndex<User> {
    if let index = roomIndex, index.room === room, index.revision == room.members.revision {
      return index.names
    }
    let names = NameIndex(room.joinedUsers)
    roomIndex = (room, room.members.revision, names)
    return names
  }

  private func namesInAllRooms(_ replica: Replica) -> NameIndex<User> {
    let rooms = replica.rooms.values.filter(\.isJoined)
    // The rooms are in no order.
    let state = rooms.reduce(into: rooms.count) { state, room in
      state ^= [ObjectIdentifier(room).hashValue, room.members.revision].hashValue
    }
    if let knownPeople, knownPeople.state == state { return knownPeople.names }
    var people: [UserID: User] = [:]
    for room in rooms {
      for user in room.joinedUsers { people[user.id] = user }
    }
    let names = NameIndex(Array(people.values))
    knownPeople = (state, names)
    return names
  }

  private func directory(_ text: String, limit: Int) async throws(ChatError) -> [User] {
    guard !text.isEmpty else { return [] }
    return try await connection.read(.users(matching: text, limit: limit), orThrow: .unreadable) {
      bytes throws(AnswerError) in try UserDirectoryAnswer(bytes).users
    }
  }

  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    var found: [UserID: Presence] = [:]
    for user in Set(users) {
      do throws(ChatError) {
        let bytes = try await connection.answer(to: .presence(of: user)) ?? []
        do throws(AnswerError) {
          found[user] = try PresenceAnswer(bytes).state.presence(now: clock.now)
        } catch {
          continue
        }
      } catch {
        // Of people with whom one shares no room nothing is told.
        guard case .refused = error else { throw error }
        found[user] = .offline(since: nil)
      }
    }
    return found
  }

  // MARK: Members

  /// The server tells of members only when they say something, until somebody asks for all.
  func completeMembers(of room: Room) async throws(ChatError) {
    var room = room
    // A timeline that was cut meanwhile tells nothing of those who went.
    for _ in 0..<3 where !room.members.isComplete {
      let (id, before, live) = (room.id, room.members.known, room.timeline.live?.id)
      let events = try await connection.read(
        .members(of: id), limit: JSONLimits.answer.bytes, orThrow: .unreadable
      ) { bytes throws(AnswerError) in try MembersAnswer(bytes, in: id).events }
      room = try store.room(id)
      guard room.timeline.live?.id == live else { continue }
      // What became of somebody meanwhile is later than the answer.
      let now = room.members.known
      func isOld(_ user: UserID) -> Bool { now[user] == before[user] }
      let known = Set(before.filter { $1.standing == .joined && isOld($0) }.map(\.key))
      let news = events.filter { isOld(UserID($0.stateKey ?? "")) }
      let asked = room
      try store.withReplica { replica throws(CacheFault) in
        try replica.setMembers(news, of: asked, among: known)
      }
    }
  }

  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    let request = try ListRequest(query, of: .members)
    try await sync.syncNow()
    let room = try store.room(id)
    try await completeMembers(of: room)
    let time = try store.replica().builder.time
    let all = room.members.joined.map { user, member in
      let joinedAt = time.timestamp(member.changedAt)
      // Who came first stands first.
      return (
        position: ListCursor(.members, rank: ~joinedAt.rank, id: user.rawValue),
        entry: Membership(
          channelId: id, user: User(id: user, name: member.name), joinedAt: joinedAt,
          role: room.role(of: user))
      )
    }
    return request.page(of: all)
  }
}

extension Room {
  /// Those of whom is known that they are in it.
  fileprivate var joinedUsers: [User] {
    members.joined.map { User(id: $0.key, name: $0.value.name) }
  }
}
