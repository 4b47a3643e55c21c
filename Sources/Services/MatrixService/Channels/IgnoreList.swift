import ChatDomain

/// Whom the user ignores: read, and written over what their other devices wrote.
final class IgnoreList {
  private let sync: SyncLoop
  private let store: ReplicaStore
  private let connection: MatrixConnection
  /// The list is written as a whole, so one change at a time.
  private let lock = AsyncLock()

  init(_ sync: SyncLoop, _ store: ReplicaStore, connection: MatrixConnection) {
    self.sync = sync
    self.store = store
    self.connection = connection
  }

  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    let request = try ListRequest(query, of: .ignored)
    try await sync.syncNow()
    return try store.withReplica { replica throws(CacheFault) in
      var all: [(position: ListCursor, entry: User)] = []
      for id in replica.ignored.list.users {
        let user = try replica.cache.users.user(id) ?? User(id: id)
        all.append((ListCursor(.ignored, rank: 0, id: id.rawValue), user))
      }
      return request.page(of: all)
    }
  }

  /// Somebody need not exist any more to be ignored, or to be ignored no longer.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    guard user != store.me else { throw .refused(.invalid("ignoring oneself")) }
    guard UserID(matrix: user.rawValue) != nil else { throw .refused(.notFound("user \(user)")) }
    await lock.lock()
    defer { lock.unlock() }
    try await sync.syncNow()
    let people = try store.replica().ignored
    guard people.contains(user) != isIgnored else { return }
    _ = try await connection.answer(
      to: .setAccountData(
        EventType.ignoredUsers, people.list.bytes(with: isIgnored, user), of: store.me))
    try await sync.syncNow { people.contains(user) == isIgnored }
  }
}
