public import ChatDomain

extension InMemoryDevice {
  public func user(_ id: UserID) async throws(ChatError) -> User {
    try await ask(.user) { state, _ throws(ChatError) in try state.user(id) }
  }

  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    try await ask(.findUsers) { state, me throws(ChatError) in
      try state.users(matching: text, in: scope, limit: limit, for: me)
    }
  }

  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try require(.tellsPresence)
    return try await ask(.presence) { state, _ throws(ChatError) in state.presence(of: users) }
  }
}
