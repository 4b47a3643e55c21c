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

/// The users of a service: their names, and who is online.
struct UserDirectory: Sendable {
  private var users: [UserID: User] = [:]
  private var presences: [UserID: PresenceRecord] = [:]

  /// Adds or updates a user.
  mutating func add(_ user: User) { users[user.id] = user }

  func contains(_ id: UserID) -> Bool { users[id] != nil }

  func user(_ id: UserID) throws(ChatError) -> User {
    guard let user = users[id] else { throw .refused(.notFound("person \(id)")) }
    return user
  }

  /// The user, or a placeholder if the user no longer exists.
  func known(_ id: UserID) -> User { users[id] ?? User(id: id) }

  // MARK: Searching

  func matching(_ text: String, limit: Int) -> [User] {
    bestMatches(of: text, in: users.values, limit: limit) { (name: $0.name, id: $0.id.rawValue) }
  }

  func matching(_ text: String, among members: RoomMembers, limit: Int) -> [User] {
    bestMatches(of: text, in: members.ids.compactMap { users[$0] }, limit: limit) {
      (name: $0.name, id: $0.id.rawValue)
    }
  }

  // MARK: Presence

  func presence(of user: UserID) -> Presence { presences[user]?.presence ?? .offline(since: nil) }

  /// - Returns: the user's presence if it changed.
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

/// Finds users or channels whose name or id contains a text: first those that begin with it, then those with a word that
/// does, then the others; equally good matches in the order of the names.
func bestMatches<Element>(
  of text: String, in all: some Sequence<Element>, limit: Int,
  by texts: (Element) -> (name: String?, id: String)
) -> [Element] {
  let wanted = FoldedText(text)
  var found: [(element: Element, fit: FoldedText.Fit, order: FoldedText, id: String)] = []
  for element in all {
    let (name, id) = texts(element)
    let (foldedName, foldedID) = (FoldedText(name ?? ""), FoldedText(id))
    guard let fit = [foldedName.fit(wanted)?.fit, foldedID.fit(wanted)?.fit].compactMap(\.self).min() else {
      continue
    }
    found.append((element, fit, foldedName.isEmpty ? foldedID : foldedName, id))
  }
  found.sort { ($0.fit, $0.order, $0.id) < ($1.fit, $1.order, $1.id) }
  return found.prefix(limit).map(\.element)
}
