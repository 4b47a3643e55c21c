import ChatDomain

/// The spaces, and who is in each.
struct SpaceList: Sendable {
  private var all: [ChannelID: (space: Space, members: Set<UserID>)] = [:]

  /// Those of a user, by name.
  func spaces(of user: UserID) -> [Space] {
    all.values.filter { $0.members.contains(user) }.map(\.space).inOrder
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

extension [Space] {
  /// By name, and by id where the names are the same.
  fileprivate var inOrder: [Space] {
    map { (FoldedText($0.name), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }
}
