import ChatDomain

/// The members of a room, in the order in which they joined.
struct RoomMembers: Sendable {
  struct Member: Sendable {
    let joinedAt: Timestamp
    /// The token of joining, which is the member's place in the list.
    let place: UInt64
    /// Messages from before the user joined are not unread.
    let baseline: UInt64
    fileprivate(set) var lastRead: UInt64?
    fileprivate(set) var isMarkedUnread = false
    /// As far as the others know.
    fileprivate(set) var toldRead: UInt64?

    var readUpTo: UInt64 { max(baseline, lastRead ?? 0) }
  }

  struct Entry: Tokened, Sendable {
    let token: UInt64
    let user: UserID
  }

  private var members: [UserID: Member] = [:]
  private(set) var order = OrderedLog<Entry>()

  var count: Int { members.count }
  /// In no order.
  var ids: some Collection<UserID> { members.keys }
  /// In the order in which they joined.
  var idsInOrder: [UserID] { order.elements(in: 0..<order.count).map(\.user) }

  subscript(user: UserID) -> Member? { members[user] }

  func contains(_ user: UserID) -> Bool { members[user] != nil }

  /// The members who are in a set, found by iterating over the smaller of the two.
  func ids(among users: Set<UserID>) -> [UserID] {
    users.count < members.count ? users.filter(contains) : members.keys.filter(users.contains)
  }

  mutating func add(_ user: UserID, _ member: Member) {
    members[user] = member
    order.insert(Entry(token: member.place, user: user))
  }

  /// - Returns: whether the user was a member.
  mutating func remove(_ user: UserID) -> Bool {
    guard let member = members.removeValue(forKey: user) else { return false }
    order.remove(member.place)
    return true
  }

  /// Moves a member's read position forward, and never back: a request may come late or twice.
  ///
  /// - Parameter isTold: whether the others know.
  /// - Returns: whether it moved.
  mutating func markRead(upTo token: UInt64, by user: UserID, isTold: Bool) -> Bool {
    guard let member = members[user] else { return false }
    if isTold { members[user]?.toldRead = max(token, member.toldRead ?? 0) }
    guard token > member.lastRead ?? 0 else { return false }
    members[user]?.lastRead = token
    return true
  }

  /// - Returns: whether that is new.
  mutating func setMarkedUnread(_ isMarked: Bool, by user: UserID) -> Bool {
    guard let member = members[user], member.isMarkedUnread != isMarked else { return false }
    members[user]?.isMarkedUnread = isMarked
    return true
  }

  /// Up to where members have read, as far as they tell it; in no order.
  var toldPositions: [(user: UserID, token: UInt64)] {
    members.compactMap { user, member in member.toldRead.map { (user, $0) } }
  }
}
