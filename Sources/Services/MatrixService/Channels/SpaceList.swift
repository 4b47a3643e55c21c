import ChatDomain

/// The spaces that the user is in.
final class SpaceList {
  private let sync: SyncLoop
  private let store: ReplicaStore
  private let connection: MatrixConnection
  /// The spaces whose rooms were asked for.
  private var asked: Set<ChannelID> = []

  init(_ sync: SyncLoop, _ store: ReplicaStore, connection: MatrixConnection) {
    self.sync = sync
    self.store = store
    self.connection = connection
  }

  /// Without a connection those that are known here, because the list is shown then too.
  func spaces() async throws(ChatError) -> [Space] {
    do throws(ChatError) {
      try await sync.syncNow()
      try await fetchChildren()
    } catch {
      guard error.isWithoutService, try store.replica().since != nil else { throw error }
    }
    return try store.replica().spaces
  }

  /// A room that was kept by a version without spaces lacks what stands in it, and servers do not say it again.
  private func fetchChildren() async throws(ChatError) {
    for room in try store.replica().rooms.values.filter({
      $0.isJoined && $0.isSpace && $0.children.isEmpty && !$0.wasAskedForChildren
    })
    where asked.insert(room.id).inserted {
      do throws(ChatError) {
        let states = try await connection.read(.state(of: room.id)) {
          bytes throws(AnswerError) in try StateAnswer(bytes, in: room.id).events
        }
        try store.withReplica { replica throws(CacheFault) in try replica.add(states, to: room) }
      } catch {
        guard error.isAboutOneRequest else {
          asked.remove(room.id)
          throw error
        }
      }
    }
  }
}
