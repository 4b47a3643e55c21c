public import ChatDomain

extension InMemoryDevice {
  public func isIgnored(_ user: UserID) -> Bool {
    service.announcements.ignored(by: currentUser.id).contains(user)
  }

  public func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try require(.ignoresPeople)
    return try await ask(.ignoredUsers) { state, me throws(ChatError) in
      try IgnoreRequests(of: me).ignoredUsers(query, state)
    }
  }

  public func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try require(.ignoresPeople)
    let announcements = service.announcements
    try await ask(.setIgnored) { state, me throws(ChatError) in
      announcements.setIgnored(
        try IgnoreRequests(of: me).setIgnored(isIgnored, user, &state), by: me)
    }
  }
}
