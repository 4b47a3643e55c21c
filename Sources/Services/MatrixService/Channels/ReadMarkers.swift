import ChatDomain

/// How far the user read: told to the server, and found out where that is not here yet.
final class ReadMarkers {
  /// A read position that was told while its message was not here.
  struct Unresolved: Hashable {
    let room: ChannelID
    let scope: ReceiptScope
  }

  private let sync: SyncLoop
  private let store: ReplicaStore
  private let fetcher: EventFetcher
  private let connection: MatrixConnection
  private let reference: ServiceReference
  /// Who is told.
  private let receipts: ShownActivity.Receipts

  init(
    _ sync: SyncLoop, _ store: ReplicaStore, _ fetcher: EventFetcher, connection: MatrixConnection,
    service reference: ServiceReference, telling receipts: ShownActivity.Receipts
  ) {
    self.receipts = receipts
    self.sync = sync
    self.store = store
    self.fetcher = fetcher
    self.connection = connection
    self.reference = reference
  }

  /// Finds out where a read position is.
  func resolve(_ scope: ReceiptScope, in id: ChannelID) async throws(ChatError) {
    guard let room = try store.anyRoom(id), let events = room.reading.unresolved[scope] else { return }
    try await fetcher.fetchMissing(events.sorted(), in: room)
    // What the server could not give just now is looked for again.
    for event in events where try fetcher.isMissing(event, in: id) { return }
    try store.withReplica { replica throws(CacheFault) in try replica.reading(of: room).resolve(scope) }
  }

  /// The same for many at once.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func resolve(_ markers: [Unresolved]) async throws(ChatError) -> Bool {
    let rooms = try store.replica().rooms
    let unresolved = markers.filter { rooms[$0.room]?.reading.unresolved[$0.scope] != nil }
    guard !unresolved.isEmpty, let service = reference.service else { return false }
    let failure = await withTaskGroup(of: ChatError?.self) { group in
      for marker in unresolved {
        group.addTask {
          do throws(ChatError) {
            try await service.resolveReadMarker(of: marker.scope, in: marker.room)
          } catch {
            return error
          }
          return nil
        }
      }
      var failure: ChatError?
      for await error in group { failure = failure ?? error }
      return failure
    }
    if let failure { throw failure }
    return true
  }

  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition {
    try await sync.syncNow()
    try await resolve(.main, in: id)
    let room = try store.room(id)
    let read = try store.withReplica { replica throws(CacheFault) in
      try replica.reading(of: room).lastShown(upTo: timetoken)
    }
    if let read, read.token > room.reading.lastRead ?? Timetoken(0) {
      if read.parentId == nil, receipts != .none {
        _ = try await connection.answer(
          to: .receipt(upTo: read.id, in: id, thread: nil, isPrivate: receipts == .private))
      } else {
        // A receipt stands in the thread of its message; how far the channel was read says the marker, which only the
        // person's own devices are told.
        _ = try await connection.answer(to: .readMarker(at: read.id, in: id))
      }
      try record(read.id, .main, in: room)
    }
    if room.wishes.isMarkedUnread {
      _ = try await connection.answer(to: .setMarkedUnread(false, id, of: store.me))
      // The answer to a sync tells all who show it, on this device too.
      try await sync.syncNow { !room.wishes.isMarkedUnread }
    }
    return try store.withReplica { replica throws(CacheFault) in try replica.reading(of: room).position() }
  }

  /// Notes how far the user read, and tells of it: the echo in a later sync changes nothing any more. What no answer of
  /// the server tells again is kept here.
  private func record(_ id: MessageID, _ scope: ReceiptScope, in room: Room) throws(ChatError) {
    let news = try store.withReplica { replica throws(CacheFault) in
      try replica.reading(of: room).changes { reading throws(CacheFault) in try reading.mark(id, scope) }
    }
    try store.record(news)
    guard receipts == .none else { return }
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.receipts.save(
        CachedReceipt(
          room: room.id, user: replica.me, scope: scope.cached, isPrivate: true, event: id,
          at: replica.clock.now))
    }
  }

  func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    try await sync.syncNow()
    let room = try store.room(channel)
    let root = try await fetcher.row(parent, in: room).id
    try await resolve(.thread(root), in: channel)
    let reply = try store.withReplica { replica throws(CacheFault) in
      try replica.reading(of: room).lastReply(under: root, upTo: timetoken)
    }
    if let reply, reply.token > room.reading.threads[root] ?? Timetoken(0) {
      if receipts != .none {
        _ = try await connection.answer(
          to: .receipt(
            upTo: reply.id, in: channel, thread: root, isPrivate: receipts == .private))
      }
      try record(reply.id, .thread(root), in: room)
    }
    return try store.withReplica { replica throws(CacheFault) in
      try replica.reading(of: room).position(under: root)
    }
  }
}
