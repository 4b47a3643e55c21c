import ChatDomain

/// Pages and read marks of the inbox. It works offline with cached items.
final class InboxPager: SyncedPart {
  /// The marks are written as a whole, so changes are serialized.
  private let lock = AsyncLock()
  /// Whether the server has answered the request for missed notifications in this run, or does not support it.
  private var hasAsked = false

  /// The maximum number of notifications to request.
  private static let mostMissed = 100

  func page(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    let request = try ListRequest(ListQuery(limit: query.limit, cursor: query.cursor), of: .inbox)
    if query.cursor == nil { await catchUp() }
    return try store.withReplica { replica throws(CacheFault) in
      let reader = InboxReader(replica: replica)
      let places = try reader.places()
      replica.toldInbox = InboxReader.Told(places)
      let wanted = places.indices.filter { query.kinds.contains(places[$0].kind) }.map { index in
        let place = places[index]
        return (position: ListCursor(.inbox, rank: place.token.rawValue, id: place.id.rawValue), entry: index)
      }
      let page = request.page(of: wanted)
      var items: [InboxItem] = []
      for index in page.elements {
        if let item = try reader.item(places[index]) { items.append(item) }
      }
      return InboxPage(items: items, next: page.next, unreadCount: places.count { !$0.isRead })
    }
  }

  func mark(_ reading: InboxReading) async throws(ChatError) -> Int {
    await lock.lock()
    defer { lock.unlock() }
    try await sync.syncNow()
    var mark = try store.withReplica { replica throws(CacheFault) in
      try InboxReader(replica: replica).markWithHistory()
    }
    mark.add(reading)
    // Items up to the position need no mark of their own. Marks of items that only other devices know are kept.
    let passed = try store.withReplica { replica throws(CacheFault) in
      try InboxReader(replica: replica).places().filter { $0.token <= mark.readUpTo }.map(\.id)
    }
    mark.forget(Set(passed))
    let wanted = mark
    if try store.replica().inboxMark != wanted {
      _ = try await connection.answer(to: .setAccountData(InkwellKey.inbox, wanted.bytes, of: me))
      let replica = try store.replica()
      try await sync.syncNow { replica.inboxMark == wanted }
    }
    return try store.withReplica { replica throws(CacheFault) in
      try InboxReader(replica: replica).places().count { !$0.isRead }
    }
  }

  /// Syncs, and once per run requests notifications from parts of rooms that were never loaded. Failures are ignored:
  /// the list shows what is cached.
  private func catchUp() async {
    // Offline, only the first list waits for a connection.
    if hasAsked, !sync.isConnected { return }
    do throws(ChatError) {
      try await sync.syncNow()
      guard !hasAsked else { return }
      let told = try await connection.read(.notifications(limit: Self.mostMissed)) {
        bytes throws(AnswerError) in try NotificationsAnswer(bytes).events
      }
      hasAsked = true
      try store.withReplica { replica throws(CacheFault) in
        for (room, event) in told {
          guard replica.rooms[room]?.isJoined == true,
            try replica.cache.events.isUnknown(event.id, in: room)
          else { continue }
          try replica.keep([event], in: room)
        }
        try replica.cache.inbox.trim()
      }
    } catch {
      // The server does not support this request.
      if case .refused = error { hasAsked = true }
    }
  }
}
