import ChatDomain

/// Whether a user is online, and when they last were.
struct PresenceRecord: Sendable {
  /// The open event streams.
  var streams: Set<Int> = []
  var lastSeen: Timestamp?
  /// Whether the user appears online without a device.
  var isAlwaysOnline = false

  var presence: Presence {
    streams.isEmpty && !isAlwaysOnline ? .offline(since: lastSeen) : .online
  }
}

/// The users of a service: their names, to search by, and who is online.
struct UserDirectory: Sendable {
  private var users: [UserID: User] = [:]
  private var names = NameIndex<UserID>()
  private var presences: [UserID: PresenceRecord] = [:]

  /// Adds or updates a user.
  mutating func add(_ user: User) {
    if let former = users.updateValue(user, forKey: user.id) {
      names.remove(user.id, id: user.id.rawValue, name: former.name)
    }
    names.insert(user.id, id: user.id.rawValue, name: user.name)
  }

  func contains(_ id: UserID) -> Bool { users[id] != nil }

  func user(_ id: UserID) throws(ChatError) -> User {
    guard let user = users[id] else { throw .refused(.notFound("person \(id)")) }
    return user
  }

  /// The user, or a placeholder if the user no longer exists.
  func known(_ id: UserID) -> User { users[id] ?? User(id: id) }

  // MARK: Searching

  func matching(_ text: String, limit: Int) -> [User] {
    names.best(FoldedText(text), limit: limit).map(known)
  }

  func matching(_ text: String, among members: RoomMembers, limit: Int) -> [User] {
    let wanted = FoldedText(text)
    // With many members, the index of all users has the order; with few, matches in it would be too far apart.
    if members.count > Self.fewMembers {
      return names.best(wanted, limit: limit, where: members.contains).map(known)
    }
    var few = NameIndex<UserID>()
    for person in members.ids.compactMap({ users[$0] }) {
      few.insert(person.id, id: person.id.rawValue, name: person.name)
    }
    return few.best(wanted, limit: limit).map(known)
  }

  private static let fewMembers = 256

  // MARK: Presence

  func presence(of user: UserID) -> Presence { presences[user]?.presence ?? .offline(since: nil) }

  /// - Returns: the user's presence, if it is another one than before.
  mutating func changePresence(
    of user: UserID, at now: Timestamp, _ change: (inout PresenceRecord) -> Void
  ) -> Presence? {
    guard contains(user) else { return nil }
    var record = presences[user] ?? PresenceRecord()
    let former = record.presence
    change(&record)
    if former == .online, record.presence != .online { record.lastSeen = now }
    presences[user] = record
    return former == record.presence ? nil : record.presence
  }
}
