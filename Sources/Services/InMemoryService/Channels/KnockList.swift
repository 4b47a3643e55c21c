import ChatDomain

/// Who asks to be let into which rooms.
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

  /// Those of a user, the latest first.
  func knocks(of user: UserID) -> [Pending] {
    rooms.values.compactMap { $0[user] }.sorted { $0.token > $1.token }
  }

  /// Those on any of these rooms, the latest first.
  func knocks(on wanted: some Sequence<Int>) -> [Pending] {
    wanted.flatMap { rooms[$0].map { Array($0.values) } ?? [] }.sorted { $0.token > $1.token }
  }

  mutating func add(_ knock: Pending) { rooms[knock.room, default: [:]][knock.user] = knock }

  /// - Returns: whether there was one.
  mutating func remove(_ user: UserID, on room: Int) -> Bool {
    guard rooms[room]?.removeValue(forKey: user) != nil else { return false }
    if rooms[room]?.isEmpty == true { rooms[room] = nil }
    return true
  }
}
