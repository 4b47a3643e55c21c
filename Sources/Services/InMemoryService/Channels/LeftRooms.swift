import ChatDomain

/// The channels that people left and have not forgotten.
struct LeftRooms: Sendable {
  private var lists: [UserID: OrderedLog<ChannelListEntry>] = [:]
  private var tokens: [UserID: [Int: UInt64]] = [:]

  /// By the tokens of leaving.
  func list(of user: UserID) -> OrderedLog<ChannelListEntry> { lists[user] ?? OrderedLog() }

  mutating func add(_ room: Int, leftAt token: UInt64, by user: UserID) {
    remove(room, of: user)
    tokens[user, default: [:]][room] = token
    lists[user, default: OrderedLog()].insert(ChannelListEntry(token: token, room: room))
  }

  /// - Returns: whether it was among them.
  @discardableResult
  mutating func remove(_ room: Int, of user: UserID) -> Bool {
    guard let token = tokens[user]?.removeValue(forKey: room) else { return false }
    lists[user]?.remove(token)
    return true
  }
}
