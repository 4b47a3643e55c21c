import ChatDomain

/// The rooms that each user is in or has left, with the user's preferences.
struct ChannelLists: Sendable {
  private var joined: [UserID: Set<Int>] = [:]
  /// The rooms that people left and have not forgotten, with the tokens of leaving.
  private var left: [UserID: [Int: UInt64]] = [:]
  /// Kept also for channels that the user has left.
  private var preferences: [UserID: [Int: ChannelPreferences]] = [:]

  /// The rooms that a user is in, in no order.
  func rooms(of user: UserID) -> Set<Int> { joined[user] ?? [] }

  func shareRoom(_ one: UserID, _ other: UserID) -> Bool {
    !rooms(of: one).isDisjoint(with: rooms(of: other))
  }

  mutating func join(_ room: Int, by user: UserID) {
    joined[user, default: []].insert(room)
    left[user]?[room] = nil
  }

  mutating func remove(_ room: Int, of user: UserID) { joined[user]?.remove(room) }

  func leftRooms(of user: UserID) -> [Place] {
    (left[user] ?? [:]).map { Place(token: $0.value, room: $0.key) }
  }

  mutating func setLeft(_ room: Int, at token: UInt64, by user: UserID) {
    left[user, default: [:]][room] = token
  }

  /// - Returns: whether the user had left the room.
  mutating func forgetLeft(_ room: Int, of user: UserID) -> Bool {
    left[user]?.removeValue(forKey: room) != nil
  }

  func preferences(of user: UserID, in room: Int) -> ChannelPreferences {
    preferences[user]?[room] ?? ChannelPreferences()
  }

  mutating func setPreferences(_ new: ChannelPreferences, of user: UserID, in room: Int) {
    preferences[user, default: [:]][room] = new
  }
}

/// The invitations that were neither accepted nor declined.
struct Invitations: Sendable {
  struct Pending: Sendable {
    let by: UserID
    let at: Timestamp
    let token: UInt64
  }

  private var pending: [UserID: [Int: Pending]] = [:]

  subscript(user: UserID, to room: Int) -> Pending? { pending[user]?[room] }

  /// The rooms that a user is invited to, in no order.
  func places(of user: UserID) -> [Place] {
    (pending[user] ?? [:]).map { Place(token: $0.value.token, room: $0.key) }
  }

  mutating func add(_ invitation: Pending, for guest: UserID, to room: Int) {
    pending[guest, default: [:]][room] = invitation
  }

  /// - Returns: the invitation, if there was one.
  mutating func remove(for guest: UserID, to room: Int) -> Pending? {
    pending[guest]?.removeValue(forKey: room)
  }
}

/// The requests to join rooms.
struct KnockList: Sendable {
  struct Pending: Sendable {
    let user: UserID
    let room: Int
    let reason: String?
    let at: Timestamp
    let token: UInt64
  }

  private var rooms: [Int: [UserID: Pending]] = [:]

  subscript(user: UserID, on room: Int) -> Pending? { rooms[room]?[user] }

  /// The requests of a user, the latest first.
  func knocks(of user: UserID) -> [Pending] {
    rooms.values.compactMap { $0[user] }.sorted { $0.token > $1.token }
  }

  /// The requests to join any of these rooms, the latest first.
  func knocks(on wanted: some Sequence<Int>) -> [Pending] {
    wanted.flatMap { rooms[$0].map { Array($0.values) } ?? [] }.sorted { $0.token > $1.token }
  }

  mutating func add(_ knock: Pending) { rooms[knock.room, default: [:]][knock.user] = knock }

  /// - Returns: whether there was a request.
  mutating func remove(of user: UserID, on room: Int) -> Bool {
    rooms[room]?.removeValue(forKey: user) != nil
  }
}

/// The spaces and their members.
struct SpaceList: Sendable {
  private var all: [ChannelID: (space: Space, members: Set<UserID>)] = [:]

  /// The texts that order the spaces in users' lists.
  private var orders: [UserID: [ChannelID: String]] = [:]

  subscript(id: ChannelID) -> Space? { all[id]?.space }

  func isMember(_ user: UserID, of id: ChannelID) -> Bool { all[id]?.members.contains(user) == true }

  mutating func add(_ user: UserID, to id: ChannelID) { all[id]?.members.insert(user) }

  /// The spaces of a user, in order.
  func spaces(of user: UserID) -> [Space] {
    Space.ordered(
      all.values.filter { $0.members.contains(user) }.map(\.space), by: orders[user] ?? [:])
  }

  /// - Parameter order: nil if the space is ordered by its name.
  mutating func setOrder(_ order: String?, of space: ChannelID, for user: UserID) {
    orders[user, default: [:]][space] = order
  }

  /// - Returns: the users whose list of spaces changed.
  mutating func set(_ space: Space, members: Set<UserID>) -> Set<UserID> {
    let former = all.updateValue((space, members), forKey: space.id)
    guard let former else { return members }
    return former.space == space ? former.members.symmetricDifference(members) : former.members.union(members)
  }

  /// - Returns: the users whose list of spaces changed.
  mutating func remove(_ id: ChannelID) -> Set<UserID> { all.removeValue(forKey: id)?.members ?? [] }
}
