import ChatDomain

extension ServiceState {
  mutating func add(_ user: User) {
    people[user.id] = Person(user)
    if desks[user.id] == nil { desks[user.id] = Desk() }
  }

  /// A person's first device: from now on events are kept for them.
  mutating func addDevice(of user: UserID) -> User {
    if people[user] == nil { add(User(id: user)) }
    if desks[user]?.events == nil {
      desks[user, default: Desk()].events = EventLog(capacity: configuration.eventLogCapacity)
      listeners.insert(user)
    }
    return knownUser(user)
  }

  func users(
    matching text: String, in scope: UserScope, limit: Int, for user: UserID
  ) throws(ChatError) -> [User] {
    let limit = try Self.pageSize(limit)
    let wanted = FoldedText(text)
    func best(_ people: some Sequence<Person>) -> [User] {
      Self.best(people, limit: limit, name: \.searchName, matching: wanted) { $0.user.id < $1.user.id }
        .map(\.user)
    }
    switch scope {
    case .everywhere: return best(people.values)
    case .members(let channel):
      return best(rooms[try room(channel, for: user)].members.keys.lazy.compactMap { people[$0] })
    }
  }

  /// Those whose name fits, the best first and then by name.
  static func best<Thing>(
    _ things: some Sequence<Thing>, limit: Int, name: (Thing) -> SearchName, matching text: FoldedText,
    tie: (Thing, Thing) -> Bool
  ) -> [Thing] {
    typealias Candidate = (thing: Thing, fit: SearchName.Fit)
    func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
      if left.fit != right.fit { return left.fit < right.fit }
      let (one, other) = (name(left.thing), name(right.thing))
      if one < other { return true }
      return other < one ? false : tie(left.thing, right.thing)
    }
    // Sorted in small heaps: all people of a large service fit what is short, and few are wanted.
    var best: [Candidate] = []
    var worst: Candidate?
    for thing in things {
      guard let fit = name(thing).fit(text) else { continue }
      if let worst, !precedes((thing, fit), worst) { continue }
      best.append((thing, fit))
      guard best.count >= 2 * limit + 64 else { continue }
      best.sort(by: precedes)
      best.removeSubrange(limit...)
      worst = best.last
    }
    return best.sorted(by: precedes).prefix(limit).map(\.thing)
  }

  func presence(of users: [UserID]) -> [UserID: Presence] {
    var result: [UserID: Presence] = [:]
    for user in users { result[user] = desks[user]?.presence.presence ?? .offline(since: nil) }
    return result
  }

  /// Changes what is known of a person's being there, and tells those who share a channel with them.
  mutating func changePresence(of user: UserID, _ change: (inout PresenceRecord) -> Void) {
    guard var record = desks[user]?.presence else { return }
    let before = record.presence
    change(&record)
    let ends = before == .online && record.presence != .online
    if ends { record.lastSeen = now }
    desks[user]?.presence = record
    guard before != record.presence else { return }
    let event = ChatEvent.presenceChanged(userId: user, record.presence)
    for other in listeners where other != user && sharesRoom(user, other) { tell(other, event) }
  }

  private func sharesRoom(_ one: UserID, _ other: UserID) -> Bool {
    guard let left = desks[one]?.rooms, let right = desks[other]?.rooms else { return false }
    let (few, many) = left.count < right.count ? (left, right) : (right, left)
    return few.contains(where: many.contains)
  }
}
