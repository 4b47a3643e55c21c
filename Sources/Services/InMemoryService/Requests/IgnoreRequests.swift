import ChatDomain

/// Carries out whom a user ignores.
struct IgnoreRequests {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func ignoredUsers(_ query: ListQuery, _ state: ServiceState) throws(ChatError) -> Page<User> {
    let limit = try ListCursor.pageSize(query.limit)
    let all = state.events.ignored[user].sorted()
    let first = try query.cursor.map { cursor throws(ChatError) in
      try ListCursor(cursor, of: .ignored).token
    }
    let page = all.dropFirst(Int(clamping: first ?? 0)).prefix(limit)
    let next =
      page.endIndex < all.count && !page.isEmpty
      ? ListCursor(.ignored, UInt64(page.endIndex)).cursor : nil
    return Page(page.map { state.users.known($0) }, next: next)
  }

  /// - Returns: those who are ignored now.
  func setIgnored(
    _ isIgnored: Bool, _ other: UserID, _ state: inout ServiceState
  ) throws(ChatError) -> Set<UserID> {
    try state.require([.ignoresPeople])
    guard other != user else { throw .refused(.invalid("ignoring oneself")) }
    _ = try state.users.user(other)
    if state.events.ignored.set(isIgnored, other, by: user) { state.events.forget(for: user) }
    return state.events.ignored[user]
  }
}

extension Page<Message> {
  /// Without what people say who are ignored. What the service says itself stays.
  func without(_ ignored: Set<UserID>) -> Page {
    guard !ignored.isEmpty else { return self }
    var page = self
    page.elements.removeAll { $0.kind == .regular && ignored.contains($0.author.id) }
    return page
  }
}
