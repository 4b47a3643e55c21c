import ChatDomain

/// The spaces, and who is in each.
struct SpaceList: Sendable {
  private var all: [ChannelID: (space: Space, members: Set<UserID>)] = [:]

  /// By which texts people put spaces in front of others.
  private var orders: [UserID: [ChannelID: String]] = [:]

  subscript(id: ChannelID) -> Space? { all[id]?.space }

  func isMember(_ user: UserID, of id: ChannelID) -> Bool { all[id]?.members.contains(user) == true }

  mutating func add(_ user: UserID, to id: ChannelID) { all[id]?.members.insert(user) }

  /// Those of a user, in order.
  func spaces(of user: UserID) -> [Space] {
    Space.ordered(
      all.values.filter { $0.members.contains(user) }.map(\.space), by: orders[user] ?? [:])
  }

  /// - Parameter order: nil: it stands by its name.
  mutating func setOrder(_ order: String?, of space: ChannelID, for user: UserID) {
    orders[user, default: [:]][space] = order
  }

  /// - Returns: those to whom another list goes now.
  mutating func set(_ space: Space, members: Set<UserID>) -> Set<UserID> {
    let former = all.updateValue((space, members), forKey: space.id)
    guard let former else { return members }
    return former.space == space ? former.members.symmetricDifference(members) : former.members.union(members)
  }

  /// - Returns: those to whom another list goes now.
  mutating func remove(_ id: ChannelID) -> Set<UserID> { all.removeValue(forKey: id)?.members ?? [] }
}
