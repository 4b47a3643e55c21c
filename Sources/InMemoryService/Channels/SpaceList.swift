import ChatDomain

/// The spaces, and who is in each.
struct SpaceList: Sendable {
  private var all: [ChannelID: (space: Space, members: Set<UserID>)] = [:]

  /// By which texts people put spaces in front of others.
  private var orders: [UserID: [ChannelID: String]] = [:]

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
