public import ChatDomain

extension MatrixService: ChatIgnoring {
  public nonisolated func isIgnored(_ user: UserID) -> Bool { announcements.isIgnored(user) }

  public func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try await ignoreList.ignoredUsers(query)
  }

  public func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try await ignoreList.setIgnored(isIgnored, user)
  }
}
