public import ChatDomain
import MatrixCache
import MatrixWire

extension MatrixService {
  /// How many replies are fetched when a thread is opened.
  private static let mostReplyPages = 10

  /// A page of a thread.
  func replies(
    under parent: MessageID, in room: Room, _ query: MessageQuery, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    let root = try await row(parent, in: room)
    try await complete(threadUnder: root.id, in: room)
    try await settle(.thread(root.id), in: room.id)
    let place = MatrixCache.Place.thread(root.id, in: room.id)
    func rows(_ window: MatrixCache.Window, _ limit: Int) throws(ChatError) -> [CachedEvent] {
      try known { replica throws(CacheFault) in try replica.cache.page(place, window, limit: limit) }
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
      found = try rows(.before(Timetoken(ListPlace(cursor, of: .messages).rank)), limit)
    case .after(let cursor): found = try rows(.after(Timetoken(ListPlace(cursor, of: .messages).rank)), limit)
    case .around(let id):
      let reply = try await row(id, in: room)
      guard reply.parentId == root.id else { throw .refused(.notFound("message \(id)")) }
      found = try around(reply)
    case .firstUnread:
      let first = try known { replica throws(CacheFault) in try replica.firstUnread(under: root.id, in: room)
      }
      if let first { found = try around(first) } else { found = try rows(.newest, limit) }
    }
    try await learn(found.compactMap(\.quoted), in: room)
    try await learnAuthors(of: found, in: room)
    var messages: [Message] = []
    for row in found { if let message = try message(of: row, in: room) { messages.append(message) } }
    guard let first = messages.first?.timetoken, let last = messages.last?.timetoken else { return Page([]) }
    return Page(
      messages,
      next: try rows(.after(last), 1).isEmpty ? nil : ListPlace(.messages, rank: last.rawValue).cursor,
      previous: try rows(.before(first), 1).isEmpty ? nil : ListPlace(.messages, rank: first.rawValue).cursor)
  }

  /// Fetches the replies of a thread that are not here.
  private func complete(threadUnder root: MessageID, in room: Room) async throws(ChatError) {
    let thread = try known { replica throws(CacheFault) in try replica.cache.thread(root, in: room.id) }
    guard thread?.isWhole != true, room.live?.before != nil else { return }
    var from = thread?.before
    for _ in 0..<Self.mostReplyPages {
      let bytes =
        try await connection.answer(
          to: .relations(.reply, of: root, in: room.id, from: from, limit: 100), FailureContext(.page)) ?? []
      let answer: RelationsAnswer
      do throws(AnswerError) { answer = try RelationsAnswer(bytes, in: room.id) } catch {
        throw .unreadable
      }
      from = answer.next
      let (events, next) = (answer.events, answer.next)
      try known { replica throws(CacheFault) in
        try replica.keepReplies(events, under: root, in: room, next: next)
      }
      guard from != nil else { return }
    }
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    let limit = try pageSize(query.limit)
    let cursor = try query.cursor.map { cursor throws(ChatError) in try ListPlace(cursor, of: .threads) }
    try await refresh()
    try await learnThreads()
    let page = try known { replica throws(CacheFault) in try replica.threads(after: cursor, limit: limit) }
    let readings = page.elements.map {
      UnsettledReading(room: $0.parent.channelId, place: .thread($0.parent.id))
    }
    guard try await settle(readings) else { return page }
    return try known { replica throws(CacheFault) in try replica.threads(after: cursor, limit: limit) }
  }

  /// How many rooms are asked for threads from before this device was signed in.
  private static let mostAskedRooms = 20

  /// Threads of which nothing was seen here are asked for once, in the rooms where something happened last.
  ///
  /// The list can be shown without those of a room that refuses, or fails just now; the latter is asked again.
  private func learnThreads() async throws(ChatError) {
    let rooms: [ChannelID]
    if let unasked = unaskedForThreads { rooms = unasked } else { rooms = try latestRooms() }
    var failed: [ChannelID] = []
    for id in rooms {
      do throws(ChatError) { try await learnThreads(in: id) } catch {
        guard error.isAboutOneRequest else { throw error }
        if case .connection = error { failed.append(id) }
      }
    }
    unaskedForThreads = failed
  }

  private func latestRooms() throws(ChatError) -> [ChannelID] {
    let rooms = try known { replica throws(CacheFault) in
      var rooms: [(Timestamp, Room)] = []
      for room in replica.rooms.values where room.isJoined && !room.isWhole {
        rooms.append((try replica.lastActivity(in: room), room))
      }
      return rooms
    }
    return rooms.sorted { $0.0 > $1.0 }.prefix(Self.mostAskedRooms).map(\.1.id)
  }

  private func learnThreads(in id: ChannelID) async throws(ChatError) {
    let bytes =
      try await connection.answer(
        to: .threads(in: id, onlyMine: true, limit: 50), FailureContext(.page)) ?? []
    let roots: [MatrixEvent]
    do throws(AnswerError) { roots = try RelationsAnswer(bytes, in: id).events } catch {
      throw .unreadable
    }
    guard let room = try replica().rooms[id] else { return }
    try known { replica throws(CacheFault) in try replica.keepRoots(roots, in: room) }
  }
}
