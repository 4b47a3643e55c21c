import ChatDomain

/// Sends the user's read markers, and resolves those whose messages are not cached.
struct ReadMarkers: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  /// A read position whose message is not cached.
  struct Unresolved: Hashable {
    let room: ChannelID
    let scope: ReceiptScope
  }

  /// Who may see the user's receipts.
  let receipts: ShownActivity.Receipts

  /// Resolves a read position.
  func resolve(_ scope: ReceiptScope, in id: ChannelID) async throws(ChatError) {
    guard let room = try store.anyRoom(id), let events = room.reading.unresolved[scope] else { return }
    try await fetcher.fetchMissing(events.sorted(), in: room)
    // If the server could not be reached, the position stays unresolved.
    for event in events where try fetcher.isMissing(event, in: id) { return }
    try store.withReplica { replica throws(CacheFault) in try replica.reading(of: room).resolve(scope) }
  }

  /// Resolves several positions concurrently.
  ///
  /// - Returns: whether any position was unresolved.
  @discardableResult
  func resolve(_ markers: [Unresolved]) async throws(ChatError) -> Bool {
    let rooms = try store.replica().rooms
    let unresolved = markers.filter { rooms[$0.room]?.reading.unresolved[$0.scope] != nil }
    guard !unresolved.isEmpty, let service = account.service else { return false }
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
        // Receipts are off, or the last message is in a thread, whose receipt would not cover the channel. Only the user's own
        // devices see the read marker.
        _ = try await connection.answer(to: .readMarker(at: read.id, in: id))
      }
      try record(read.id, .main, in: room)
    }
    if room.wishes.isMarkedUnread {
      _ = try await connection.answer(to: .setMarkedUnread(false, id, of: me))
      // The sync updates everything that shows the mark, on this device too.
      try await sync.syncNow { !room.wishes.isMarkedUnread }
    }
    return try store.withReplica { replica throws(CacheFault) in try replica.reading(of: room).position() }
  }

  /// Records and publishes a read position; the same position in a later sync changes nothing. With receipts off the server may not
  /// know the position, so it is also saved in the cache.
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

/// The read positions of other users.
struct ReaderList: AccountPart {
  let account: AccountContext
  let sync: SyncLoop

  /// The maximum number of receipts examined for a list: a room may have one per member.
  private static let mostReceipts = 200

  /// - Parameter root: the message of a thread; nil: the channel.
  func readers(
    of id: ChannelID, under root: MessageID? = nil, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncUnlessLive()
    let room = try store.room(id)
    return try store.withReplica { replica throws(CacheFault) in
      let table = replica.cache.receipts
      let receipts =
        if let root { try table.latest(under: root, in: id, limit: Self.mostReceipts) } else {
          try table.latest(in: id, limit: Self.mostReceipts)
        }
      return try readers(by: receipts, in: room, limit, replica)
    }
  }

  private func readers(
    by receipts: [CachedReceipt], in room: Room, _ limit: Int, _ replica: Replica
  ) throws(CacheFault) -> [ReaderPosition] {
    var read: [UserID: Timetoken] = [:]
    for receipt in receipts
    where receipt.user != replica.me && !replica.ignored.contains(receipt.user) {
      // Users who left are not listed. In large rooms not all members are known.
      if let member = room.members[receipt.user], member.standing != .joined { continue }
      guard let token = try replica.cache.events.event(receipt.event, in: room.id)?.token else { continue }
      read[receipt.user] = max(read[receipt.user] ?? token, token)
    }
    let furthest = read.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
    var readers: [ReaderPosition] = []
    for (user, token) in furthest {
      readers.append(
        ReaderPosition(user: try replica.builder.user(user, in: room), lastRead: token))
    }
    return readers
  }
}
