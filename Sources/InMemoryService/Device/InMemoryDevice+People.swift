public import ChatDomain

extension InMemoryDevice {
  public func user(_ id: UserID) async throws(ChatError) -> User {
    try await ask(.user) { state throws(ChatError) in try state.user(id) }
  }

  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    let me = currentUser.id
    return try await ask(.findUsers) { state throws(ChatError) in
      try state.users(matching: text, in: scope, limit: limit, for: me)
    }
  }

  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try await ask(.presence) { state throws(ChatError) in state.presence(of: users) }
  }
}
