import ChatDomain

/// A channel in a list of channels: by its activity, or by the token of an invitation.
struct ChannelListEntry: Tokened, Sendable {
  let token: UInt64
  let room: Int
}

/// The channels that each user is a member of, in the order of their latest activity, and what the user wants of them.
struct ChannelLists: Sendable {
  private var rooms: [UserID: Set<Int>] = [:]
  /// Made when a user asks for the list, and kept up to date from then on.
  private var orders: [UserID: OrderedLog<ChannelListEntry>] = [:]
  private var orderedUsers: Set<UserID> = []
  /// Kept also for channels that the user has left; nothing for most.
  private var preferences: [UserID: [Int: ChannelPreferences]] = [:]

  /// In no order.
  func rooms(of user: UserID) -> Set<Int> { rooms[user] ?? [] }

  func shareRoom(_ one: UserID, _ other: UserID) -> Bool {
    guard let left = rooms[one], let right = rooms[other] else { return false }
    let (few, many) = left.count < right.count ? (left, right) : (right, left)
    return few.contains(where: many.contains)
  }

  /// - Parameter activity: gives the latest activity of a room.
  mutating func order(of user: UserID, by activity: (Int) -> UInt64) -> OrderedLog<ChannelListEntry> {
    if let order = orders[user] { return order }
    var order = OrderedLog<ChannelListEntry>()
    let places = rooms(of: user).map { ChannelListEntry(token: activity($0), room: $0) }
    for place in places.sorted(by: { $0.token < $1.token }) { order.insert(place) }
    orders[user] = order
    orderedUsers.insert(user)
    return order
  }

  mutating func add(_ room: Int, activity: UInt64, for user: UserID) {
    rooms[user, default: []].insert(room)
    orders[user]?.insert(ChannelListEntry(token: activity, room: room))
  }

  mutating func remove(_ room: Int, activity: UInt64, for user: UserID) {
    rooms[user]?.remove(room)
    orders[user]?.remove(activity)
  }

  /// Whether nobody has asked for a list yet: then there is nothing to be kept up to date.
  var areUnordered: Bool { orderedUsers.isEmpty }

  /// Moves a channel to its new place in the lists of its members.
  mutating func move(_ room: Int, from former: UInt64, to activity: UInt64, for members: RoomMembers) {
    for user in members.ids(among: orderedUsers) {
      orders[user]?.remove(former)
      orders[user]?.insert(ChannelListEntry(token: activity, room: room))
    }
  }

  func preferences(of user: UserID, in room: Int) -> ChannelPreferences {
    preferences[user]?[room] ?? ChannelPreferences()
  }

  mutating func setPreferences(_ new: ChannelPreferences, of user: UserID, in room: Int) {
    preferences[user, default: [:]][room] = new
  }
}
