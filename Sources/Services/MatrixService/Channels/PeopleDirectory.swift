import ChatDomain
import DraftEngine
import JSON

/// Users and room members, fetched when they are needed.
final class PeopleDirectory: SyncedPart {
  /// Authors whose profiles were requested because the server sent messages without them.
  private var askedAuthors: Set<UserID> = []
  /// The member index of the room that was searched last.
  private var roomIndex: MemberIndex?
  /// Locks of rooms whose members are being fetched. Other callers wait for that request.
  private var memberLocks: [ChannelID: AsyncLock] = [:]
  /// The known people of all rooms.
  private var knownPeople: (state: Int, names: NameIndex<User>)?

  // MARK: Names

  func user(_ id: UserID) async throws(ChatError) -> User {
    guard UserID(matrix: id.rawValue) != nil else { throw .refused(.notFound("user \(id)")) }
    let user = try await connection.read(
      .profile(of: id), FailureContext(subject: "user \(id)")
    ) { bytes throws(AnswerError) in try ProfileAnswer(bytes).user(id) }
    try store.withReplica { replica throws(CacheFault) in try replica.cache.users.save(user) }
    return user
  }

  /// Fetches the profiles of authors that the server did not send with their messages.
  func fetchAuthors(of rows: [CachedEvent], in room: Room) async throws(ChatError) {
    for author in Set(rows.map(\.sender)).sorted()
    where room.members[author] == nil && !askedAuthors.contains(author) {
      let isKnown = try store.withReplica { replica throws(CacheFault) in
        try replica.cache.users.user(author) != nil
      }
      guard !isKnown else { continue }
      // Only once: a server that is gone for good takes long to time out.
      askedAuthors.insert(author)
      do throws(ChatError) { _ = try await user(author) } catch {
        guard error.isAboutOneRequest else { throw error }
      }
    }
  }

  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncNow()
    switch scope {
    case .members(let channel):
      let room = try store.room(channel)
      try await completeMembers(of: room)
      return members(of: room).byName().best(matching: text, limit: limit)
    case .everywhere:
      let local = namesInAllRooms(try store.replica()).best(matching: text, limit: limit)
      let known = Set(local.map(\.id))
      let others = try await directory(text, limit: limit).filter { !known.contains($0.id) }
      return NameIndex(local + others).best(matching: text, limit: limit)
    }
  }

  /// The index of a room whose members are complete.
  func members(of room: Room) -> MemberIndex {
    if let index = roomIndex, index.room === room { return index }
    let index = MemberIndex(room, clock: clock)
    roomIndex = index
    return index
  }

  private func namesInAllRooms(_ replica: Replica) -> NameIndex<User> {
    let rooms = replica.rooms.values.filter(\.isJoined)
    // XOR, because the order of the rooms is undefined.
    let state = rooms.reduce(into: rooms.count) { state, room in
      state ^= [ObjectIdentifier(room).hashValue, room.members.log.revision].hashValue
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
    return try await connection.read(.users(matching: text, limit: limit)) {
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
        // The server reveals no presence of users without a shared room.
        guard case .refused = error else { throw error }
        found[user] = .offline(since: nil)
      }
    }
    return found
  }

  // MARK: Members

  /// How many members are saved at once. Other calls run between two parts.
  private static let partLength = 1_000

  /// Fetches all members of a room: on its own, the server sends only members who have written.
  func completeMembers(of room: Room) async throws(ChatError) {
    guard !room.members.isComplete else { return }
    let lock = memberLocks[room.id] ?? AsyncLock()
    memberLocks[room.id] = lock
    await lock.lock()
    defer { lock.unlock() }
    // If the timeline was cut meanwhile, departures are missing from the answer.
    for _ in 0..<3 {
      let room = try store.room(room.id)
      if room.members.isComplete { return }
      let (id, before, live) = (room.id, room.members.all, room.timeline.live?.id)
      let events = try await events(.members(of: id), in: id)
      if room.isEncrypted { try await completeInvited(to: id) }
      try await keep(events, of: id, since: before, in: live)
    }
  }

  private func events(_ request: MatrixRequest, in id: ChannelID) async throws(ChatError) -> [MatrixEvent] {
    let bytes = try await connection.answer(to: request, limit: JSONLimits.answer.bytes) ?? []
    do throws(AnswerError) { return try await Self.members(bytes, in: id) } catch { throw .unreadable }
  }

  /// Fetches the invited members, because they may get room keys too, and drops invitations that have ended.
  private func completeInvited(to id: ChannelID) async throws(ChatError) {
    let events = try await events(.invited(to: id), in: id)
    let room = try store.room(id)
    var invited: [UserID: MatrixEvent] = [:]
    for event in events {
      guard case .state(.member(let user, let member)) = event.meaning, member.standing == .invited else {
        continue
      }
      invited[user] = event
    }
    let gone = room.members.all.filter { $0.value.standing == .invited && invited[$0.key] == nil }.keys
    let new = invited.filter { room.members[$0.key] == nil }.map(\.value)
    try store.withReplica { replica throws(CacheFault) in
      try replica.addMembers(new, of: room)
      try replica.forgetMembers(Set(gone), of: room)
    }
  }

  /// - Parameters:
  ///   - before: the known members at the time of the request. Later changes are newer than the answer.
  ///   - live: the live slice at that time.
  private func keep(
    _ events: [MatrixEvent], of id: ChannelID, since before: [UserID: RoomMember], in live: SliceID?
  ) async throws(ChatError) {
    for first in stride(from: 0, to: events.count, by: Self.partLength) {
      if first > 0 { await Task.yield() }
      let room = try store.room(id)
      guard room.timeline.live?.id == live else { return }
      let part = events[first..<min(first + Self.partLength, events.count)].filter { event in
        let user = UserID(event.stateKey ?? "")
        return room.members[user] == before[user]
      }
      try store.withReplica { replica throws(CacheFault) in try replica.addMembers(part, of: room) }
    }
    let room = try store.room(id)
    guard room.timeline.live?.id == live else { return }
    let known = before.filter { $1.standing == .joined && room.members[$0] == $1 }.keys
    try store.withReplica { replica throws(CacheFault) in
      try replica.setMembers(events, of: room, among: Set(known))
    }
  }

  @concurrent private static func members(
    _ bytes: [UInt8], in room: ChannelID
  ) async throws(AnswerError) -> [MatrixEvent] {
    try MembersAnswer(bytes, in: room).events
  }

  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    let request = try ListRequest(query, of: .members)
    try await sync.syncNow()
    let room = try store.room(id)
    try await completeMembers(of: room)
    let time = try store.replica().builder.time
    let page = request.page(ofSorted: members(of: room).byArrival())
    let members = page.elements.compactMap { id -> Membership? in
      let user = UserID(id)
      return room.members[user].map { member in
        Membership(
          channelId: room.id, user: User(id: user, name: member.name),
          joinedAt: time.timestamp(member.changedAt), role: room.role(of: user))
      }
    }
    return Page(members, next: page.next)
  }
}

extension Room {
  /// The known members who have joined.
  fileprivate var joinedUsers: [User] {
    members.joined.map { User(id: $0.key, name: $0.value.name) }
  }
}

/// The ignored users: reads the list, and changes it without losing changes of other devices.
struct IgnoreList: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  /// The list is written as a whole, so changes are serialized.
  private let lock = AsyncLock()

  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    let request = try ListRequest(query, of: .ignored)
    try await sync.syncNow()
    return try store.withReplica { replica throws(CacheFault) in
      var all: [(position: ListCursor, entry: User)] = []
      for id in replica.ignored.list.users {
        let user = try replica.cache.users.user(id) ?? User(id: id)
        all.append((ListCursor(.ignored, rank: 0, id: id.rawValue), user))
      }
      return request.page(of: all)
    }
  }

  /// A user who no longer exists can still be ignored or unignored.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    guard user != me else { throw .refused(.invalid("ignoring yourself")) }
    guard UserID(matrix: user.rawValue) != nil else { throw .refused(.notFound("user \(user)")) }
    await lock.lock()
    defer { lock.unlock() }
    try await sync.syncNow()
    let people = try store.replica().ignored
    guard people.contains(user) != isIgnored else { return }
    _ = try await connection.answer(
      to: .setAccountData(
        EventType.ignoredUsers, people.list.bytes(with: isIgnored, user), of: me))
    try await sync.syncNow { people.contains(user) == isIgnored }
  }
}
