import ChatDomain

/// Answers what is asked about the inbox: from what is here, also without a connection.
final class InboxPager: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  /// The marks are written as a whole, so one at a time.
  private let lock = AsyncLock()
  /// Whether the server was asked in this run for what it notified of while nobody looked.
  private var hasAsked = false

  /// As many notifications as are asked for.
  private static let mostMissed = 100

  init(_ account: AccountContext, _ sync: SyncLoop) {
    self.account = account
    self.sync = sync
  }

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
    // What is up to that place needs no mark of its own; of what another device marked only that device knows.
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

  /// Takes in what happened a moment ago, and asks for what the server notified of in parts of rooms that were never loaded.
  /// That is asked once in a run. What does not come is not missed: the list is as good as what is here.
  private func catchUp() async {
    // Without a connection nobody waits for it again.
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
      // A server that has none will have none.
      if case .refused = error { hasAsked = true }
    }
  }
}
