import ChatDomain

/// Whom the user ignores, for all who make something of what others said.
final class IgnoredPeople {
  var list = IgnoredUsers()
  /// Whether it changed since somebody told of it.
  var hasChanged = false

  func contains(_ user: UserID) -> Bool { list.users.contains(user) }
}
