import ChatDomain

/// Threads: pages of one, and the list of those that the user takes part in.
final class ThreadPager {
  private let sync: SyncLoop
  private let store: ReplicaStore
  private let fetcher: EventFetcher
  private let markers: ReadMarkers
  private let people: PeopleDirectory
  private let connection: MatrixConnection
  /// Rooms that are still to be asked for threads from before this device was signed in; nil: it is not known which.
  private var unaskedRooms: [ChannelID]?

  /// How many replies are fetched when a thread is opened.
  private static let mostReplyPages = 10
  /// How many rooms are asked for threads from before this device was signed in.
  private static let mostAskedRooms = 20

  init(
    _ sync: SyncLoop, _ store: ReplicaStore, _ fetcher: EventFetcher, _ markers: ReadMarkers,
    _ people: PeopleDirectory, connection: MatrixConnection
  ) {
    self.sync = sync
    self.store = store
    self.fetcher = fetcher
    self.markers = markers
    self.people = people
    self.connection = connection
  }

  /// A page of a thread.
  func replies(
    under parent: MessageID, in room: Room, _ query: MessageQuery, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    let root = try await fetcher.row(parent, in: room)
    try await complete(threadUnder: root.id, in: room)
    try await markers.resolve(.thread(root.id), in: room.id)
    let place = EventList.thread(root.id, in: room.id)
    func rows(_ window: EventWindow, _ limit: Int) throws(ChatError) -> [CachedEvent] {
      try store.withReplica { replica throws(CacheFault) in
        try replica.cache.events.page(place, window, limit: limit)
      }
    }
    func around(_ row: CachedEvent) throws(ChatError) -> [CachedEvent] {
      let older = try rows(.before(row.token), max(0, (limit - 1) / 2))
      return older + [row] + (try rows(.after(row.token), limit - 1 - older.count))
    }
    let found: [CachedEvent]
    switch query.position {
    case .newest: found = try rows(.newest, limit)
    case .oldest: found = try rows(.oldest, limit)
    case .before(let cursor):
      found = try rows(.before(Timetoken(ListCursor(cursor, of: .messages).rank)), limit)
    case .after(let cursor):
      found = try rows(.after(Timetoken(ListCursor(cursor, of: .messages).rank)), limit)
    case .around(let id):
      let reply = try await fetcher.row(id, in: room)
      guard reply.parentId == root.id else { throw .refused(.notFound("message \(id)")) }
      found = try around(reply)
    case .firstUnread:
      let first = try store.withReplica { replica throws(CacheFault) in
        try replica.reading(of: room).firstUnread(under: root.id)
      }
      if let first { found = try around(first) } else { found = try rows(.newest, limit) }
    }
    try await fetcher.fetchMissing(found.compactMap(\.quoted), in: room)
    try await people.fetchAuthors(of: found, in: room)
    let messages = try store.messages(of: found, in: room)
    guard let first = messages.first?.timetoken, let last = messages.last?.timetoken else { return Page([]) }
    return Page(
      messages,
      next: try rows(.after(last), 1).isEmpty ? nil : ListCursor(.messages, rank: last.rawValue).cursor,
      previous: try rows(.before(first), 1).isEmpty ? nil : ListCursor(.messages, rank: first.rawValue).cursor
    )
  }

  /// Fetches the replies of a thread that are not here.
  private func complete(threadUnder root: MessageID, in room: Room) async throws(ChatError) {
    let thread = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.threads.thread(root, in: room.id)
    }
    guard thread?.isComplete != true, room.timeline.live?.before != nil else { return }
    var from = thread?.before
    for _ in 0..<Self.mostReplyPages {
      let id = room.id
      let answer = try await connection.read(
        .relations(.reply, of: root, in: id, from: from, limit: 100), FailureContext(.page)
      ) { bytes throws(AnswerError) in try RelationsAnswer(bytes, in: id) }
      from = answer.next
      let (events, next) = (answer.events, answer.next)
      try store.withReplica { replica throws(CacheFault) in
        try ThreadList(replica: replica).keepReplies(events, under: root, in: room, next: next)
      }
      guard from != nil else { return }
    }
  }

  func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    let request = try ListRequest(query, of: .threads)
    try await sync.syncNow()
    try await fetchRoots()
    let page = try store.withReplica { replica throws(CacheFault) in
      try ThreadList(replica: replica).page(request)
    }
    let unresolved = page.elements.map {
      ReadMarkers.Unresolved(room: $0.parent.channelId, scope: .thread($0.parent.id))
    }
    guard try await markers.resolve(unresolved) else { return page }
    return try store.withReplica { replica throws(CacheFault) in
      try ThreadList(replica: replica).page(request)
    }
  }

  /// Threads of which nothing was seen here are asked for once, in the rooms where something happened last.
  ///
  /// The list can be shown without those of a room that refuses, or fails just now; the latter is asked again.
  private func fetchRoots() async throws(ChatError) {
    let rooms: [ChannelID]
    if let unasked = unaskedRooms { rooms = unasked } else { rooms = try latestRooms() }
    var failed: [ChannelID] = []
    for id in rooms {
      do throws(ChatError) { try await fetchRoots(in: id) } catch {
        guard error.isAboutOneRequest else { throw error }
        if error.isWithoutService { failed.append(id) }
      }
    }
    unaskedRooms = failed
  }

  private func latestRooms() throws(ChatError) -> [ChannelID] {
    let rooms = try store.withReplica { replica throws(CacheFault) in
      var rooms: [(Timestamp, Room)] = []
      for room in replica.rooms.values where room.isJoined && !room.isComplete {
        rooms.append((try replica.lastActivity(in: room), room))
      }
      return rooms
    }
    return rooms.sorted { $0.0 > $1.0 }.prefix(Self.mostAskedRooms).map(\.1.id)
  }

  private func fetchRoots(in id: ChannelID) async throws(ChatError) {
    let roots = try await connection.read(
      .threads(in: id, onlyMine: true, limit: 50), FailureContext(.page)
    ) { bytes throws(AnswerError) in try RelationsAnswer(bytes, in: id).events }
    guard let room = try store.anyRoom(id) else { return }
    try store.withReplica { replica throws(CacheFault) in
      try ThreadList(replica: replica).keepRoots(roots, in: room)
    }
  }
}
