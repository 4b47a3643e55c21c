import ChatDomain

/// Pages of a room's history. Missing events are fetched.
struct HistoryPager: AccountPart {
  let account: AccountContext
  let sync: SyncLoop
  let people: PeopleDirectory
  let threads: ThreadPager

  /// The maximum number of requests for a page that has messages.
  private static let mostRequests = 10
  /// The maximum while all fetched events are hidden ones.
  private static let mostEmptyRequests = 100

  // MARK: One message

  func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await sync.syncNow()
    let room = try store.room(channel)
    let row = try await fetcher.row(id, in: room)
    try await fetcher.fetchMissing([row].compactMap(\.quoted), in: room)
    try await people.fetchAuthors(of: [row], in: room)
    guard let message = try store.message(of: row, in: room) else {
      throw .refused(.notFound("message \(id)"))
    }
    return message
  }

  // MARK: Pages

  func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    let limit = try ListRequest.pageSize(query.limit)
    var cursor: ListCursor?
    switch query.position {
    case .before(let text), .after(let text): cursor = try ListCursor(text, of: .messages)
    case .newest, .oldest, .around: break
    }
    try await sync.syncNow()
    let room = try store.room(query.channelId)
    if let parent = query.parentId {
      return try await threads.replies(under: parent, in: room, query, limit: limit)
    }
    switch query.position {
    case .newest: return try await newest(in: room, limit: limit)
    case .oldest: return try await page(in: try await oldestSlice(of: room), .oldest, room, limit: limit)
    case .before:
      let token = Timetoken(cursor?.rank ?? 0)
      return try await page(in: try slice(at: token, in: room), .before(token), room, limit: limit)
    case .after:
      let token = Timetoken(cursor?.rank ?? 0)
      let slice = try slice(at: token, in: room, isForward: true)
      return try await page(in: slice, .after(token), room, limit: limit)
    case .around(let id):
      return try await page(around: try await fetcher.row(id, in: room), in: room, limit: limit)
    }
  }

  private func newest(in room: Room, limit: Int) async throws(ChatError) -> Page<Message> {
    guard let live = room.timeline.live else { return Page([]) }
    return try await page(in: live, .newest, room, limit: limit)
  }

  /// The slice around a token. For an uncached token, the live slice is used backward, and the cursor is invalid forward.
  private func slice(
    at token: Timetoken, in room: Room, isForward: Bool = false
  ) throws(ChatError) -> CachedSlice {
    try store.withReplica { replica throws(CacheFault) in
      try replica.history(of: room).slice(at: token)
        ?? (isForward ? nil : replica.rooms[room.id]?.timeline.live)
    }.orInvalid()
  }

  private func slice(of row: CachedEvent, in room: Room) throws(ChatError) -> CachedSlice {
    try store.withReplica { replica throws(CacheFault) in
      try row.slice.flatMap { id throws(CacheFault) in try replica.history(of: room).slice(id) }
    }.orInvalid()
  }

  private func page(
    in slice: CachedSlice, _ window: EventWindow, _ room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    var slice = slice
    for request in 0..<Self.mostEmptyRequests {
      let count = try rows(slice, window, room, limit).count
      guard count < limit, request < Self.mostRequests || count == 0,
        try await fetcher.extend(slice, isForward: window.isForward, of: room, by: limit)
      else { break }
      slice = try current(slice, window, room)
    }
    let rows = try rows(slice, window, room, limit)
    // Quoted messages are fetched because they may have been edited.
    try await fetcher.fetchMissing(rows.compactMap(\.quoted), in: room)
    try await people.fetchAuthors(of: rows, in: room)
    return try finish(rows, try current(slice, window, room), window, room)
  }

  /// A slice as it is now, or the one that it was joined to during a request.
  private func current(
    _ slice: CachedSlice, _ window: EventWindow, _ room: Room
  ) throws(ChatError) -> CachedSlice {
    let now = try store.withReplica { replica throws(CacheFault) in
      try replica.history(of: room).slice(slice.id)
    }
    if let now { return now }
    switch window {
    case .newest:
      return try Optional(store.replica().rooms[room.id]?.timeline.live).flatMap(\.self).orInvalid()
    case .oldest:
      return try store.withReplica { replica throws(CacheFault) in
        try replica.history(of: room).firstSlice()
      }.orInvalid()
    case .before(let token), .after(let token):
      return try self.slice(at: token, in: room, isForward: window.isForward)
    }
  }

  private func rows(
    _ slice: CachedSlice, _ window: EventWindow, _ room: Room, _ limit: Int
  ) throws(ChatError) -> [CachedEvent] {
    try store.withReplica { replica throws(CacheFault) in
      try replica.cache.events.page(.slice(slice.id, in: room.id), window, limit: limit)
    }
  }

  /// A page with a message in its middle.
  private func page(
    around row: CachedEvent, in room: Room, limit: Int
  ) async throws(ChatError) -> Page<Message> {
    guard row.isInChannel else { throw .refused(.notFound("message \(row.id)")) }
    var row = row
    if row.slice == nil {
      let answer = try await fetcher.context(of: row.id, in: room.id, limit: max(limit, 10))
      try store.withReplica { replica throws(CacheFault) in try replica.history(of: room).add(answer) }
      row = try await fetcher.row(row.id, in: room)
    }
    let half = (limit - 1) / 2
    let slice = try self.slice(of: row, in: room)
    let older = half > 0 ? try await page(in: slice, .before(row.token), room, limit: half) : Page([])
    let now = try await fetcher.row(row.id, in: room)
    let newerSlice = try self.slice(of: now, in: room)
    let rest = limit - older.elements.count - 1
    let newer = rest > 0 ? try await page(in: newerSlice, .after(now.token), room, limit: rest) : Page([])
    try await fetcher.fetchMissing([now].compactMap(\.quoted), in: room)
    guard let message = try store.message(of: now, in: room) else {
      throw .refused(.notFound("message \(row.id)"))
    }
    let page = try store.withReplica { replica throws(CacheFault) in
      try KeptPages(replica: replica).page(
        of: older.elements + [message] + newer.elements, in: .slice(newerSlice.id, in: room.id),
        hasOlder: newerSlice.before != nil, hasNewer: !newerSlice.isLive)
    }
    return rest > 0 && newer.elements.isEmpty ? Page(page.elements, previous: page.previous) : page
  }

  private func finish(
    _ rows: [CachedEvent], _ slice: CachedSlice, _ window: EventWindow, _ room: Room
  ) throws(ChatError) -> Page<Message> {
    let page = try store.withReplica { replica throws(CacheFault) in
      try KeptPages(replica: replica).page(of: rows, in: slice, room)
    }
    guard page.elements.isEmpty else { return page }
    // There are too many hidden events to fetch at once. The same cursor continues.
    let cursor = ListCursor(.messages, rank: window.edge.rawValue).cursor
    return Page(
      [], next: window.isForward && !slice.isLive ? cursor : nil,
      previous: !window.isForward && slice.before != nil ? cursor : nil)
  }

  // MARK: Fetching

  private func oldestSlice(of room: Room) async throws(ChatError) -> CachedSlice {
    let first = try store.withReplica { replica throws(CacheFault) in
      try replica.history(of: room).firstSlice()
    }
    if let first { return first }
    let page = try await fetcher.page(.messages(in: room.id, .forward, from: nil, limit: 50), in: room.id)
    return try store.withReplica { replica throws(CacheFault) in try replica.history(of: room).begin(page) }
  }
}

extension EventWindow {
  /// The token at which the window begins.
  fileprivate var edge: Timetoken {
    switch self {
    case .newest: Timetoken(.max)
    case .oldest: Timetoken(0)
    case .before(let token), .after(let token): token
    }
  }
}

extension CachedSlice? {
  /// The slice, or an error for a cursor that leads nowhere.
  fileprivate func orInvalid() throws(ChatError) -> CachedSlice {
    guard let self else { throw .refused(.invalidCursor) }
    return self
  }
}
