import ChatDomain

/// Pages of cached messages of a room or thread. Nothing is fetched.
struct KeptPages {
  let replica: Replica

  private var cache: MatrixCache { replica.cache }

  /// - Returns: nil if nothing is cached.
  func page(_ query: MessageQuery, limit: Int) throws(CacheFault) -> Page<Message>? {
    guard let room = replica.rooms[query.channelId], room.isJoined, room.isChannel else { return nil }
    return try cache.reading { () throws(CacheFault) in
      let page =
        if let parent = query.parentId {
          try replies(under: parent, in: room, query.position, limit)
        } else {
          try messages(in: room, query.position, limit)
        }
      return page.flatMap { $0.elements.isEmpty ? nil : $0 }
    }
  }

  // MARK: The channel

  private func messages(
    in room: Room, _ position: MessageQuery.Position, _ limit: Int
  ) throws(CacheFault) -> Page<Message>? {
    let history = replica.history(of: room)
    switch position {
    case .newest:
      return try room.timeline.live.map { slice throws(CacheFault) in try page(slice, .newest, room, limit) }
    case .oldest:
      return try history.firstSlice().map { slice throws(CacheFault) in try page(slice, .oldest, room, limit)
      }
    case .before(let cursor):
      guard let token = Timetoken(cursor), let slice = try history.slice(at: token) ?? room.timeline.live
      else {
        return nil
      }
      return try page(slice, .before(token), room, limit)
    case .after(let cursor):
      guard let token = Timetoken(cursor), let slice = try history.slice(at: token) else { return nil }
      return try page(slice, .after(token), room, limit)
    case .around(let id):
      return try replica.message(id, in: room.id).flatMap { row throws(CacheFault) in
        try page(around: row, in: room, limit)
      }
    }
  }

  private func page(
    around row: CachedEvent, in room: Room, _ limit: Int
  ) throws(CacheFault) -> Page<Message>? {
    guard row.isInChannel, let id = row.slice, let slice = try replica.history(of: room).slice(id) else {
      return nil
    }
    return try page(of: try rows(around: row, .slice(id, in: room.id), limit), in: slice, room)
  }

  private func page(
    _ slice: CachedSlice, _ window: EventWindow, _ room: Room, _ limit: Int
  ) throws(CacheFault) -> Page<Message> {
    try page(of: try cache.events.page(.slice(slice.id, in: room.id), window, limit: limit), in: slice, room)
  }

  func page(of rows: [CachedEvent], in slice: CachedSlice, _ room: Room) throws(CacheFault) -> Page<Message> {
    try page(
      of: rows, in: .slice(slice.id, in: room.id), room, hasOlder: slice.before != nil,
      hasNewer: !slice.isLive)
  }

  // MARK: A thread

  private func replies(
    under parent: MessageID, in room: Room, _ position: MessageQuery.Position, _ limit: Int
  ) throws(CacheFault) -> Page<Message>? {
    guard let root = try replica.message(parent, in: room.id),
      let rows = try rows(under: root.id, in: room, position, limit)
    else { return nil }
    // A thread that was never opened may lack older replies.
    let isOpened = try cache.threads.thread(root.id, in: room.id)?.isComplete == true
    let isWhole = room.isComplete || isOpened
    return try page(
      of: rows, in: .thread(root.id, in: room.id), room, hasOlder: !isWhole, hasNewer: false)
  }

  /// The events of a page of a thread.
  ///
  /// - Returns: nil for an invalid cursor, and for a message that is not in the thread.
  func rows(
    under root: MessageID, in room: Room, _ position: MessageQuery.Position, _ limit: Int
  ) throws(CacheFault) -> [CachedEvent]? {
    let list = EventList.thread(root, in: room.id)
    switch position {
    case .newest: return try cache.events.page(list, .newest, limit: limit)
    case .oldest: return try cache.events.page(list, .oldest, limit: limit)
    case .before(let cursor):
      guard let token = Timetoken(cursor) else { return nil }
      return try cache.events.page(list, .before(token), limit: limit)
    case .after(let cursor):
      guard let token = Timetoken(cursor) else { return nil }
      return try cache.events.page(list, .after(token), limit: limit)
    case .around(let id):
      guard let reply = try replica.message(id, in: room.id), reply.parentId == root else { return nil }
      return try rows(around: reply, list, limit)
    }
  }

  // MARK: Both

  /// The events around a message.
  private func rows(
    around row: CachedEvent, _ list: EventList, _ limit: Int
  ) throws(CacheFault) -> [CachedEvent] {
    let older = try cache.events.page(list, .before(row.token), limit: max(0, (limit - 1) / 2))
    return older + [row] + (try cache.events.page(list, .after(row.token), limit: limit - 1 - older.count))
  }

  /// - Parameters:
  ///   - hasOlder: whether the server has older messages.
  ///   - hasNewer: whether the server has newer messages.
  func page(
    of rows: [CachedEvent], in list: EventList, _ room: Room, hasOlder: Bool, hasNewer: Bool
  ) throws(CacheFault) -> Page<Message> {
    var messages: [Message] = []
    for row in rows {
      if let message = try replica.builder.message(row, in: room) { messages.append(message) }
    }
    return try page(of: messages, in: list, hasOlder: hasOlder, hasNewer: hasNewer)
  }

  func page(
    of messages: [Message], in list: EventList, hasOlder: Bool, hasNewer: Bool
  ) throws(CacheFault) -> Page<Message> {
    guard let first = messages.first?.timetoken, let last = messages.last?.timetoken else { return Page([]) }
    let isFirst = try cache.events.page(list, .before(first), limit: 1).isEmpty && !hasOlder
    let isLast = try cache.events.page(list, .after(last), limit: 1).isEmpty && !hasNewer
    return Page(
      messages, next: isLast ? nil : ListCursor(.messages, rank: last.rawValue).cursor,
      previous: isFirst ? nil : ListCursor(.messages, rank: first.rawValue).cursor)
  }
}

extension Timetoken {
  /// The token of a page cursor; nil for an invalid one.
  fileprivate init?(_ cursor: Cursor) {
    do throws(ChatError) { self.init(try ListCursor(cursor, of: .messages).rank) } catch { return nil }
  }
}
