import ChatDomain

extension ServiceState {
  mutating func add(_ user: User) {
    if let former = people.updateValue(user, forKey: user.id) {
      names.remove(user.id, id: user.id.rawValue, name: former.name)
    }
    names.insert(user.id, id: user.id.rawValue, name: user.name)
    if desks[user.id] == nil { desks[user.id] = Desk() }
  }

  /// Adds a user's first device: from now on events are kept for the user.
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
    switch scope {
    case .everywhere: return names.best(wanted, limit: limit).map(knownUser)
    case .members(let channel):
      let members = rooms[try room(channel, for: user)].members
      // With many members, the index of all users has the order; with few, matches in it would be too far apart.
      if members.count > 256 {
        return names.best(wanted, limit: limit) { members[$0] != nil }.map(knownUser)
      }
      var few = NameIndex<UserID>()
      for person in members.keys.compactMap({ people[$0] }) {
        few.insert(person.id, id: person.id.rawValue, name: person.name)
      }
      return few.best(wanted, limit: limit).map(knownUser)
    }
  }

  func presence(of users: [UserID]) -> [UserID: Presence] {
    var result: [UserID: Presence] = [:]
    for user in users { result[user] = desks[user]?.presence.presence ?? .offline(since: nil) }
    return result
  }

  /// Changes a user's presence, and informs the users who share a channel with them.
  mutating func changePresence(of user: UserID, _ change: (inout PresenceRecord) -> Void) {
    guard var record = desks[user]?.presence else { return }
    let before = record.presence
    change(&record)
    let ends = before == .online && record.presence != .online
    if ends { record.lastSeen = now }
    desks[user]?.presence = record
    guard before != record.presence, can(.tellsPresence) else { return }
    let event = ChatEvent.presenceChanged(userId: user, record.presence)
    for other in listeners where other != user && sharesRoom(user, other) { tell(other, event) }
  }

  private func sharesRoom(_ one: UserID, _ other: UserID) -> Bool {
    guard let left = desks[one]?.rooms, let right = desks[other]?.rooms else { return false }
    let (few, many) = left.count < right.count ? (left, right) : (right, left)
    return few.contains(where: many.contains)
  }
}
