import ChatDomain

/// Pages of a thread, and the list of the user's threads.
final class ThreadPager: SyncedPart {
  private let markers: ReadMarkers
  private let people: PeopleDirectory
  /// Rooms whose threads were not requested yet; nil before the first request.
  private var unaskedRooms: [ChannelID]?

  /// The maximum number of pages of replies to fetch when a thread is opened.
  private static let mostReplyPages = 10
  /// The maximum number of rooms to query for older threads.
  private static let mostAskedRooms = 20

  init(_ account: AccountContext, _ sync: SyncLoop, _ markers: ReadMarkers, _ people: PeopleDirectory) {
    self.markers = markers
    self.people = people
    super.init(account, sync)
  }

  /// A page of a thread.
  func replies(
    under parent: MessageID, in room: Room, _ query: MessageQuery, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    let root = try await fetcher.row(parent, in: room)
    try await complete(threadUnder: root.id, in: room)
    try await markers.resolve(.thread(root.id), in: room.id)
    if case .around(let id) = query.position {
      guard try await fetcher.row(id, in: room).parentId == root.id else {
        throw .refused(.notFound("message \(id)"))
      }
    }
    let found = try store.withReplica { replica throws(CacheFault) in
      try KeptPages(replica: replica).rows(under: root.id, in: room, query.position, limit)
    }
    guard let found else { throw .refused(.invalidCursor) }
    try await fetcher.fetchMissing(found.compactMap(\.quoted), in: room)
    try await people.fetchAuthors(of: found, in: room)
    return try store.withReplica { replica throws(CacheFault) in
      // A very long thread is fetched in several rounds.
      let thread = try replica.cache.threads.thread(root.id, in: room.id)
      let isWhole = room.timeline.live?.before == nil || thread?.isComplete == true
      return try KeptPages(replica: replica).page(
        of: found, in: .thread(root.id, in: room.id), room, hasOlder: !isWhole, hasNewer: false)
    }
  }

  /// Fetches missing replies of a thread.
  private func complete(threadUnder root: MessageID, in room: Room) async throws(ChatError) {
    let thread = try store.withReplica { replica throws(CacheFault) in
      try replica.cache.threads.thread(root, in: room.id)
    }
    guard thread?.isComplete != true, room.timeline.live?.before != nil else { return }
    var from = thread?.before
    for _ in 0..<Self.mostReplyPages {
      let id = room.id
      let answer = try await connection.read(
        .replies(under: root, in: id, from: from, limit: 100), FailureContext(.page)
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

  /// Fetches threads from before this device signed in, in the most recently active rooms.
  ///
  /// A room that refuses is skipped, and one that fails is tried again.
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
      .threads(in: id, limit: 50), FailureContext(.page)
    ) { bytes throws(AnswerError) in try RelationsAnswer(bytes, in: id).events }
    guard let room = try store.anyRoom(id) else { return }
    try store.withReplica { replica throws(CacheFault) in
      try ThreadList(replica: replica).keepRoots(roots, in: room)
    }
  }
}
