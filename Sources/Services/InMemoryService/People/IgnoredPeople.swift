import ChatDomain

/// Who ignores whom.
struct IgnoredPeople: Sendable {
  private var lists: [UserID: Set<UserID>] = [:]

  /// Those whom a user ignores; nobody for most.
  subscript(user: UserID) -> Set<UserID> { lists[user] ?? [] }

  /// - Returns: whether anything changed.
  mutating func set(_ isIgnored: Bool, _ other: UserID, by user: UserID) -> Bool {
    if isIgnored { return lists[user, default: []].insert(other).inserted }
    return lists[user]?.remove(other) != nil
  }
}
