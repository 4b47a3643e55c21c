public import ChatDomain
import JSON
import MatrixCache
import MatrixWire

extension MatrixService {
  public func user(_ id: UserID) async throws(ChatError) -> User {
    guard UserID(matrix: id.rawValue) != nil else { throw .refused(.notFound("user \(id)")) }
    let bytes = try await connection.answer(to: .profile(of: id), FailureContext(subject: "user \(id)")) ?? []
    let user: User
    do throws(AnswerError) { user = try ProfileAnswer(bytes).user(id) } catch {
      throw .unreadable
    }
    try known { replica throws(CacheFault) in try replica.cache.saveUser(user) }
    return user
  }

  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    let limit = try pageSize(limit)
    try await refresh()
    switch scope {
    case .members(let channel):
      let room = try room(channel)
      try await completeMembers(of: room)
      return NameRanking.best(members(of: room), matching: text, limit: limit)
    case .everywhere:
      var people: [UserID: User] = [:]
      for room in try replica().rooms.values where room.isJoined {
        for user in members(of: room) { people[user.id] = user }
      }
      for user in try await directory(text, limit: limit) where people[user.id] == nil {
        people[user.id] = user
      }
      return NameRanking.best(people.values.sorted { $0.id < $1.id }, matching: text, limit: limit)
    }
  }

  private func directory(_ text: String, limit: Int) async throws(ChatError) -> [User] {
    guard !text.isEmpty else { return [] }
    let bytes = try await connection.answer(to: .users(matching: text, limit: limit)) ?? []
    do throws(AnswerError) { return try UserDirectoryAnswer(bytes).users } catch {
      throw .unreadable
    }
  }

  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
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

  /// Brings the names of people who wrote something and of whom the server did not tell with it.
  func learnAuthors(of rows: [CachedEvent], in room: Room) async throws(ChatError) {
    for author in Set(rows.map(\.sender)).sorted()
    where room.members[author] == nil && !askedAuthors.contains(author) {
      let isKnown = try known { replica throws(CacheFault) in try replica.cache.user(author) != nil }
      guard !isKnown else { continue }
      // Once, because the server of somebody who is gone for good lets one wait for long.
      askedAuthors.insert(author)
      do throws(ChatError) { _ = try await user(author) } catch {
        guard error.isAboutOneRequest else { throw error }
      }
    }
  }

  // MARK: Members

  func members(of room: Room) -> [User] {
    room.members.filter { $0.value.standing == .joined }.map { User(id: $0.key, name: $0.value.name) }
      .sorted { $0.id < $1.id }
  }

  /// The server tells of members only when they say something, until somebody asks for all.
  func completeMembers(of room: Room) async throws(ChatError) {
    var room = room
    // A timeline that was cut meanwhile tells nothing of those who went.
    for _ in 0..<3 where !room.hasAllMembers {
      let (before, live) = (room.members, room.live?.id)
      let bytes =
        try await connection.answer(to: .members(of: room.id), limit: JSONLimits.answer.bytes) ?? []
      let events: [MatrixEvent]
      do throws(AnswerError) { events = try MembersAnswer(bytes, in: room.id).events } catch {
        throw .unreadable
      }
      room = try self.room(room.id)
      guard room.live?.id == live else { continue }
      // What became of somebody meanwhile is later than the answer.
      let now = room.members
      func isOld(_ user: UserID) -> Bool { now[user] == before[user] }
      let known = Set(before.filter { $1.standing == .joined && isOld($0) }.map(\.key))
      let news = events.filter { isOld(UserID($0.stateKey ?? "")) }
      let asked = room
      try self.known { replica throws(CacheFault) in try replica.setMembers(news, of: asked, among: known) }
    }
  }

  public func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .members) }
    try await refresh()
    let room = try room(id)
    try await completeMembers(of: room)
    let time = try replica().maker.time
    let all = room.members.filter { $0.value.standing == .joined }.map { user, member in
      let joinedAt = time.timestamp(member.changedAt)
      // Who came first stands first.
      return (
        place: ListPlace(.members, rank: ~joinedAt.rank, id: user.rawValue),
        entry: Membership(channelId: id, user: User(id: user, name: member.name), joinedAt: joinedAt)
      )
    }
    return Page.page(of: all, after: cursor, limit: limit)
  }
}

/// The best matches of a text among names: those that begin with it, then those with a word that does, then the rest.
enum NameRanking {
  static func best(_ people: [User], matching text: String, limit: Int) -> [User] {
    let wanted = FoldedText(text)
    let ranked = people.compactMap { user -> (rank: Int, user: User)? in
      let names = [user.name, String(user.id.rawValue.dropFirst())].compactMap(\.self).map { FoldedText($0) }
      return names.compactMap { $0.fit(wanted)?.fit.rawValue }.min().map { ($0, user) }
    }
    return ranked.sorted {
      ($0.rank, $0.user.displayName, $0.user.id) < ($1.rank, $1.user.displayName, $1.user.id)
    }
    .prefix(limit).map(\.user)
  }
}
